// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"

// A shape in the plane that follows bones as a biharmonic deformation field: what lies at a bone
// goes with it, and all else follows as smoothly as it can. One linear solve a frame.
//
// A bone holds the corners of the triangles that it crosses, or of the one that contains it where
// it is a point; outside of the shape, of the nearest triangle. Vertices that several bones hold go
// to the mean of where those take them. The field is biharmonic relative to the rigid motion that
// fits all held vertices best, so that bones which move as one body move the shape rigidly; it is
// the displacement field of HarmonicSolver with k = 2 (see harmonic.hpp for energy and papers).
//
// Not guaranteed: that triangles keep their shape (areas between bones that turn against each other
// shear; see arap_points.hpp) or do not fold over.
namespace vide {

// A bone at rest, in the plane; a point where both ends are the same.
struct PlaneBone {
  Vec2 head, tail;
};

class BiharmonicBoneSolver {
 public:
  // What a solve writes to beside its result: one for each thread that solves at the same time.
  // Belongs to the solver that made it and must not outlive it.
  class Workspace {
   public:
    explicit Workspace(const BiharmonicBoneSolver& solver);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class BiharmonicBoneSolver;
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
  };

  // `mesh.V` is n x 2. Errors: V is not n x 2, no triangles, no bones, a bone that is not finite,
  // what HarmonicSolver::create reports.
  static Result<BiharmonicBoneSolver> create(const TriMesh& mesh, std::span<const PlaneBone> bones);

  BiharmonicBoneSolver(BiharmonicBoneSolver&&) noexcept;
  BiharmonicBoneSolver& operator=(BiharmonicBoneSolver&&) noexcept;
  ~BiharmonicBoneSolver();

  std::size_t vertices() const;
  std::size_t bones() const;
  // Parts of the shape that hold no bone: each is shifted as the nearest held vertex is.
  std::span<const std::string> warnings() const;

  // `motions` takes each bone from its rest to where it is, in the plane (z is ignored); `out` gets
  // a position per vertex. Bones at rest give the rest shape. Allocates nothing. Error: a motion
  // that is not finite. Sizes that do not fit are the caller's mistake.
  Result<void> solve(std::span<const Affine3> motions, Workspace& workspace,
                     std::span<Vec2> out) const;

 private:
  struct Parts;
  explicit BiharmonicBoneSolver(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

}  // namespace vide
