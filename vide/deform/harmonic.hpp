// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"

// Harmonic, biharmonic and polyharmonic deformation: some vertices are held and moved, and the rest
// follows as smoothly as it can. One linear solve a frame, for triangles in the plane (V is n x 2),
// surfaces (n x 3) and tetrahedra.
//
// Minimises u^T Q_k u for each coordinate, Q_k = K (M^-1 K)^(k-1) with K the cotangent stiffness
// and M the Voronoi mass (tetrahedra: barycentric), u fixed at held vertices. u is
//     displacements   a deformation field: added to the rest shape. Held vertices at rest give the
//                     rest shape, and moving all alike moves everything alike.
//     positions       a surface: turning the targets turns the result. The rest shape is forgotten:
//                     details between held vertices are smoothed away even when nothing moves.
// The order k = 1 .. 4 is how smoothly the two sides meet: C^(k-1) at held regions, which must then
// be k rings of vertices wide. Single held vertices need k >= 2; with k = 1 they draw spikes.
//
// Not guaranteed: rotations (a field shears where it should turn; see arap.hpp), and orders 3 and 4
// on meshes so fine or uneven that rounding hides the answer: numeric_failure then.
//
// Botsch and Kobbelt, An intuitive framework for real-time freeform modeling, 2004; Jacobson,
// Tosun, Sorkine, Zorin, Mixed finite elements for variational surface modeling, 2010.
namespace vide {

enum class HarmonicUnknown { displacements, positions };

struct HarmonicOptions {
  int order = 2;  // 1 harmonic, 2 biharmonic, 3 triharmonic, 4 tetraharmonic
  HarmonicUnknown unknown = HarmonicUnknown::displacements;
};

class HarmonicSolver {
 public:
  // What a solve writes to beside its result: one for each thread that solves at the same time.
  class Workspace {
   public:
    explicit Workspace(const HarmonicSolver& solver);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class HarmonicSolver;
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
  };

  // `held` are indices into V, any order. Errors: what cotangentStiffness reports, no elements,
  // nothing held, an index out of range or held twice, an order outside 1 .. 4, numeric_failure
  // (see above).
  static Result<HarmonicSolver> create(const TriMesh& mesh, std::span<const int> held,
                                       const HarmonicOptions& options = {});
  static Result<HarmonicSolver> create(const TetMesh& mesh, std::span<const int> held,
                                       const HarmonicOptions& options = {});

  HarmonicSolver(HarmonicSolver&&) noexcept;
  HarmonicSolver& operator=(HarmonicSolver&&) noexcept;
  ~HarmonicSolver();

  std::size_t vertices() const;
  std::size_t dimension() const;  // coordinates of a position: 2 or 3
  std::size_t held() const;
  // Parts of the mesh that hold no vertex: each is shifted as the nearest held vertex is.
  std::span<const std::string> warnings() const;

  // `targets` are positions, held x coordinates by rows; `out` gets vertices x coordinates. Direct:
  // there is nothing to guess. Allocates nothing. Error: a target that is not finite. Sizes that do
  // not fit are the caller's mistake.
  Result<void> solve(std::span<const double> targets, Workspace& workspace,
                     std::span<double> out) const;

  // What a solve has made least: the sum over the coordinates of u^T Q_k u, in the mesh's own units
  // of length, over the parts that hold a vertex. `positions` is what solve gave. Allocates
  // nothing.
  double energy(std::span<const double> positions, Workspace& workspace) const noexcept;

 private:
  struct Parts;
  explicit HarmonicSolver(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

// The one-off case: the deformed positions, as V. Row i of `targets` is where held[i] goes. Errors
// as HarmonicSolver, and targets that are not held x coordinates.
Result<Eigen::MatrixXd> harmonic(const TriMesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets,
                                 const HarmonicOptions& options = {});
Result<Eigen::MatrixXd> harmonic(const TetMesh& mesh, std::span<const int> held,
                                 const Eigen::MatrixXd& targets,
                                 const HarmonicOptions& options = {});

}  // namespace vide
