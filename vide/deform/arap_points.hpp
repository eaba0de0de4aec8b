// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/deform/arap.hpp"
#include "vide/mesh/tri_mesh.hpp"

// As-rigid-as-possible deformation of a shape in the plane by point handles: the handles go where
// they are told, and every triangle keeps its shape as well as it can.
//
// Energy `elements`: E(x) = sum over triangles t and their three edges e of w_e |R_t e - e'|^2,
// with w half the cotangent of the opposite angle, R_t the best rotation of t, e the edge at rest
// and e' deformed. Each iteration fits the rotations in closed form, then solves one linear system
// that was factorised beforehand. E never rises from one iteration to the next. Not guaranteed: the
// global minimum, and that no triangle folds over where handles pull against each other.
//
// Liu, Zhang, Xu, Gotsman, Gortler, A local/global approach to mesh parameterization, 2008 (energy
// and iteration); Igarashi, Moscovich, Hughes, As-rigid-as-possible shape manipulation, 2005 (the
// as-similar-as-possible start).
namespace vide {

// A point of the shape that can be held, given by where it is at rest. It need not be a vertex: it
// stays at the same place of the triangle that contains it, or of the nearest one.
struct PointHandle {
  Vec2 rest;
};

struct PointArapOptions {
  int max_iterations = 30;
  // Stop when an iteration lowers the energy by less than this part of it; 0 runs all iterations.
  double tolerance = 1e-3;
};

// One frame's input. Without a guess the solver starts from the as-similar-as-possible shape of the
// targets, so that a frame depends on nothing but its own handles.
struct PointArapFrame {
  std::span<const Vec2> targets;         // where the handles go, one each
  std::span<const std::uint8_t> active;  // 0 lets a handle go for this frame; empty holds all
  std::span<const Vec2> guess;           // a position per vertex, or empty
};

class PointArapSolver {
 public:
  // What a solve writes to beside its result: one for each thread that solves at the same time.
  // Belongs to the solver that made it and must not outlive it.
  class Workspace {
   public:
    explicit Workspace(const PointArapSolver& solver);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class PointArapSolver;
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
  };

  // `mesh.V` is n x 2. Handles may coincide or share a triangle: where they cannot all be met, the
  // squares of their distances are least. Errors: V is not n x 2, no triangles, what halfCotangents
  // reports, no handles, a handle that is not finite, options out of range.
  static Result<PointArapSolver> create(const TriMesh& mesh, std::span<const PointHandle> handles,
                                        const PointArapOptions& options = {});

  PointArapSolver(PointArapSolver&&) noexcept;
  PointArapSolver& operator=(PointArapSolver&&) noexcept;
  ~PointArapSolver();

  std::size_t vertices() const;
  std::size_t handles() const;
  // Handles that lie outside the shape, and parts of the shape that hold no handle (they move
  // rigidly with the nearest one).
  std::span<const std::string> warnings() const;

  // `out` gets a position per vertex. Handles at rest give the rest shape; handles moved rigidly
  // move it rigidly. A part whose handles are all inactive follows the best rigid motion of the
  // active ones; without any active handle the shape stays at rest. Same result on any thread and
  // with any workspace. Allocates nothing, but where the set of active handles differs from the
  // workspace's last. Errors: a target of an active handle, or a guess, that is not finite. Sizes
  // that do not fit are the caller's mistake.
  Result<ArapOutcome> solve(const PointArapFrame& frame, Workspace& workspace,
                            std::span<Vec2> out) const;

 private:
  struct Parts;
  explicit PointArapSolver(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

// The one-off case: the deformed positions, n x 2. `targets` has one place per handle. Errors as
// PointArapSolver, and a number of targets that differs from that of the handles.
Result<Eigen::MatrixXd> arap(const TriMesh& mesh, std::span<const PointHandle> handles,
                             std::span<const Vec2> targets, const PointArapOptions& options = {});

}  // namespace vide
