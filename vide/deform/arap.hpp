// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"

// As-rigid-as-possible deformation of meshes: some vertices are held and moved, and every edge set
// of the mesh keeps its shape as well as it can. One code for triangles in the plane (V is n x 2),
// surfaces (n x 3) and tetrahedra. For drawings that are held at points between their vertices see
// arap_points.hpp.
//
// With w the weight of an edge in an element (half the cotangent of the opposite angle; in a
// tetrahedron a sixth of the opposite edge's length times the cotangent of its dihedral angle),
// e an edge at rest, e' deformed, and R a rotation for each edge set, E is
//     elements          sum over elements t and their edges of        w |R_t e - e'|^2
//     spokes            1/2 sum over vertices i and the edges at them of w |R_i e - e'|^2
//     spokes_and_rims   1/3 (tetrahedra: 1/4) sum over vertices i and all edges of the elements
//                       around them of                                w |R_i e - e'|^2
// Each iteration fits the rotations in closed form (always proper ones), then solves one linear
// system that was factorised beforehand. E never rises from one iteration to the next, accelerated
// or not.
//
// Not guaranteed: the global minimum; that no element turns inside out. `elements` on a surface
// does not resist bending between its triangles. `spokes` has no floor where corners are obtuse: an
// edge may weigh less than nothing, and E then falls below 0, away from the rest shape. Take
// spokes_and_rims there, or clamped weights.
//
// Sorkine and Alexa, As-rigid-as-possible surface modeling, 2007 (spokes); Chao, Pinkall, Sanan,
// Schroeder, A simple geometric model for elastic deformations, 2010 (spokes and rims, elements);
// Jacobson, Baran, Kavan, Popovic, Sorkine, Fast automatic skinning transformations, 2012 (groups);
// Peng, Deng, Zhang, Geng, Qin, Liu, Anderson acceleration for geometry optimization and physics
// simulation, 2018.
namespace vide {

enum class ArapEnergy { spokes, spokes_and_rims, elements };

enum class ArapWeights {
  cotangent,
  clamped,  // an edge whose weight over all its elements is not positive weighs next to nothing
};

enum class ArapAcceleration {
  none,
  anderson,  // a step that would raise the energy is replaced by a plain one
};

struct ArapOptions {
  ArapEnergy energy = ArapEnergy::spokes_and_rims;
  ArapWeights weights = ArapWeights::cotangent;
  ArapAcceleration acceleration = ArapAcceleration::anderson;
  int max_iterations = 100;
  // Stop when an iteration lowers the energy by less than this part of it; 0 runs all iterations.
  double tolerance = 1e-3;
  // One number 0 .. k - 1 for each edge set (vertex, or element for `elements`): sets of one number
  // share a rotation. Empty gives each its own. See rotation_clusters.hpp. Read by create alone.
  std::span<const int> clusters;
};

// One frame's input; positions by rows, as many coordinates as V has columns.
struct ArapFrame {
  std::span<const double> targets;  // held vertices x coordinates: where they go
  // vertices x coordinates, or empty: start from the rest shape under the best rigid motion of the
  // held vertices. In both cases held vertices start at their targets.
  std::span<const double> guess;
};

struct ArapOutcome {
  int iterations = 0;
  double energy = 0;
};

class ArapSolver {
 public:
  // What a solve writes to beside its result: one for each thread that solves at the same time.
  // Belongs to the solver that made it and must not outlive it.
  class Workspace {
   public:
    explicit Workspace(const ArapSolver& solver);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class ArapSolver;
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
  };

  // `held` are indices into V, any order. Errors: what halfCotangents reports, no elements, nothing
  // held, an index out of range or held twice, options out of range, clusters that do not fit.
  static Result<ArapSolver> create(const TriMesh& mesh, std::span<const int> held,
                                   const ArapOptions& options = {});
  static Result<ArapSolver> create(const TetMesh& mesh, std::span<const int> held,
                                   const ArapOptions& options = {});

  ArapSolver(ArapSolver&&) noexcept;
  ArapSolver& operator=(ArapSolver&&) noexcept;
  ~ArapSolver();

  std::size_t vertices() const;
  std::size_t dimension() const;  // coordinates of a position: 2 or 3
  std::size_t held() const;
  // Parts of the mesh that hold no vertex: each moves rigidly with the nearest held vertex.
  std::span<const std::string> warnings() const;

  // `out` gets vertices x coordinates. Targets at rest give the rest shape; targets moved rigidly
  // move it rigidly. Same result on any thread and with any workspace; allocates nothing. Errors: a
  // target or guess that is not finite. Sizes that do not fit are the caller's mistake.
  Result<ArapOutcome> solve(const ArapFrame& frame, Workspace& workspace,
                            std::span<double> out) const;

  // E of any positions (vertices x coordinates), each edge set under its best rotation. Parts
  // without a held vertex do not count.
  double energy(std::span<const double> positions, Workspace& workspace) const;

 private:
  struct Parts;
  explicit ArapSolver(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

// The one-off case: the deformed positions, as V. Row i of `targets` is where held[i] goes. Errors
// as ArapSolver, and targets that are not held x coordinates.
Result<Eigen::MatrixXd> arap(const TriMesh& mesh, std::span<const int> held,
                             const Eigen::MatrixXd& targets, const ArapOptions& options = {});
Result<Eigen::MatrixXd> arap(const TetMesh& mesh, std::span<const int> held,
                             const Eigen::MatrixXd& targets, const ArapOptions& options = {});

}  // namespace vide
