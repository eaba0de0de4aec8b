// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/table_limit.hpp"
#include "vide/core/transform.hpp"
#include "vide/deform/arap.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Fast automatic skinning transformations: as-rigid-as-possible deformation among the shapes that
// linear blend skinning can reach. Some handles say where they go, or how they turn, or nothing at
// all, and the transforms of all of them come out. An update costs the same however many vertices
// there are: it works on a few numbers per handle and one rotation per cluster of edge sets.
//
// E is that of ArapSolver with clusters, V' = M T in place of free positions. It never rises from
// one iteration to the next. Not guaranteed: the global minimum; shapes that the weights cannot
// make (a handle is a rigid or affine piece, nothing bends inside it).
//
// Jacobson, Baran, Kavan, Popovic, Sorkine, Fast automatic skinning transformations, 2012.
namespace vide {

enum class FastHold {
  free,       // the handle goes where the shape wants it
  position,   // the handle's point goes to target.translation, turning as it likes
  linear,     // target.linear is given, the handle goes where it likes
  transform,  // target is the skinning transform
};

struct FastHandle {
  FastHold hold = FastHold::free;
  Affine3 target;  // in the plane only x and y count
};

struct FastOptions {
  ArapEnergy energy = ArapEnergy::spokes_and_rims;
  ArapWeights weights = ArapWeights::cotangent;
  ArapAcceleration acceleration = ArapAcceleration::anderson;
  int rotation_clusters = 50;  // found in the space of the weights
  // In place of those: one number 0 .. k - 1 for each edge set, see ArapOptions. Read by create
  // alone.
  std::span<const int> clusters;
  int max_iterations = 30;
  double tolerance = 0;  // as in ArapOptions
  // A handle has dimension + 1 rows of a dense matrix that is decomposed whenever the kinds of hold
  // change: twice the handles take eight times as long.
  int max_handles = 1000;
  // Of a table of vertices or elements x handles (where clusters are to be found), and of one of
  // clusters x the numbers of all handles.
  std::size_t max_entries = usual_max_entries;
};

// One frame's input.
struct FastFrame {
  std::span<const FastHandle> handles;  // one each
  // A transform per handle, or empty: start from the best rigid motion of what is held.
  std::span<const Affine3> guess;
};

class FastSolver {
 public:
  // What a solve writes to beside its result: one for each thread that solves at the same time.
  // Belongs to the solver that made it and must not outlive it.
  class Workspace {
   public:
    explicit Workspace(const FastSolver& solver);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class FastSolver;
    struct Scratch;
    std::unique_ptr<Scratch> scratch_;
  };

  // `weights` has a row per vertex of V and passes checkWeights, negative ones too; rows are scaled
  // to sum to 1. Errors: what halfCotangents and checkWeights report, no elements, no handles,
  // options out of range, clusters that do not fit; limit_exceeded for more than max_handles or
  // max_entries.
  static Result<FastSolver> create(const TriMesh& mesh, const VertexWeights& weights,
                                   const FastOptions& options = {});
  static Result<FastSolver> create(const TetMesh& mesh, const VertexWeights& weights,
                                   const FastOptions& options = {});

  FastSolver(FastSolver&&) noexcept;
  FastSolver& operator=(FastSolver&&) noexcept;
  ~FastSolver();

  std::size_t vertices() const;
  std::size_t dimension() const;  // coordinates of a position: 2 or 3
  std::size_t handles() const;
  // The mean of the vertices whose weight for this handle is 1 (within 1e-6), which is what
  // FastHold::position holds; none if there is no such vertex.
  std::optional<Vec3> point(std::size_t handle) const;

  // `out` gets the skinning transform of each handle, as skin() and SkinningJob take them. Handles
  // at rest give identities; handles that are held move rigidly together move everything rigidly.
  // What nothing holds (the place of a part without a held handle, directions that the weights
  // cannot feel) stays where it starts. Allocates nothing, but where the kinds of hold differ from
  // the workspace's last. Errors: a target or guess that is not finite, a position for a handle
  // without a point. Sizes that do not fit are the caller's mistake.
  Result<ArapOutcome> solve(const FastFrame& frame, Workspace& workspace,
                            std::span<Affine3> out) const;

  // The shape under those transforms: vertices x dimension floats. Allocates nothing. skin() gives
  // the same in double.
  void positions(std::span<const Affine3> transforms, Workspace& workspace,
                 std::span<float> out) const noexcept;

 private:
  struct Parts;
  explicit FastSolver(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

// The one-off case: the skinning transform of each handle.
Result<std::vector<Affine3>> fast(const TriMesh& mesh, const VertexWeights& weights,
                                  std::span<const FastHandle> handles,
                                  const FastOptions& options = {});
Result<std::vector<Affine3>> fast(const TetMesh& mesh, const VertexWeights& weights,
                                  std::span<const FastHandle> handles,
                                  const FastOptions& options = {});

}  // namespace vide
