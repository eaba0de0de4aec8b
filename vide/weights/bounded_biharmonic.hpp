// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/table_limit.hpp"
#include "vide/mesh/tet_mesh.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/weights/handle_constraints.hpp"

namespace vide {

class ThreadPool;

// Bounded biharmonic weights: for each handle i the smoothest function w_i on the shape that is 1
// on the handle, 0 on the others, and between 0 and 1 everywhere:
//
//     minimise w_i^T Q w_i,  Q = K M^-1 K,  0 <= w_i <= 1,  w_i as given on held vertices,
//
// with K the cotangent stiffness and M the lumped mass. Weights are local, have no maxima but at
// their handles, and serve bones, points, regions and cages alike. The domain is a mesh of
// triangles in the plane or in space, or a solid of tetrahedra.
//
// The minimiser is certified: `residual` is max over vertices that are not held of
// |w - clamp(w - diag(Q)^-1 Q w, 0, 1)|, which vanishes at the minimiser and only there. In regions
// where the energy is flat, weights of equal energy may still differ by 1e-4.
//
// Scaling the shape, turning it or renumbering its vertices changes nothing beyond that. A piece of
// the mesh that no handle holds, and a vertex in no element, take the weights of the held vertex
// nearest to them, and a warning names them. Elements that stand there twice count once.
//
// Jacobson, Baran, Popovic, Sorkine, Bounded biharmonic weights for real-time deformation, 2011.

enum class WeightCoupling {
  // Each handle by itself, rows normalised afterwards: fast, and what is usually done.
  separate,
  // All handles at once, with sum_i w_i = 1 as a constraint, as the paper states it. The bound 1
  // then holds by itself, and residuals project on rows that sum to one. Much slower.
  joint,
};

enum class LumpedMass {
  automatic,    // Voronoi on triangles, barycentric on tetrahedra
  barycentric,  // equal shares
};

struct BoundedBiharmonicOptions {
  WeightCoupling coupling = WeightCoupling::separate;
  LumpedMass mass = LumpedMass::automatic;
  double tolerance = 1e-6;  // of the residual, > 0
  int influences = 4;       // most handles a vertex may have in `weights`, >= 1
  // Of `raw`, and when all handles are solved at once of their system: there 2^31 - 1 at most.
  std::size_t max_entries = usual_max_entries;
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

struct BoundedBiharmonicResult {
  Eigen::MatrixXd raw;         // n x handles: the minimisers, within the bounds
  VertexWeights weights;       // their rows, normalised and pruned
  std::vector<double> energy;  // per handle: w_i^T Q w_i
  double residual = 0;
  int factorizations = 0;  // on the whole mesh or a part of it, over all handles
  std::vector<std::string> warnings;
};

// V's rows, F or T and the constraints' vertices share their numbering. Errors: those of
// cotangentStiffness (elements without extent, positions that are not finite, indices out of
// range), an empty mesh, no constraints, a held vertex that is out of range or stands there twice,
// given weights that are negative or do not sum to one, options out of range (invalid_argument); a
// mesh so distorted that its energy is not positive definite in double precision, or a residual
// above the tolerance (numeric_failure); more than max_entries (limit_exceeded); cancelled, asked
// for before each solve.
Result<BoundedBiharmonicResult> boundedBiharmonicWeights(
    const TriMesh& mesh, const HandleConstraints& constraints,
    const BoundedBiharmonicOptions& options = {}, const Progress& progress = {});
Result<BoundedBiharmonicResult> boundedBiharmonicWeights(
    const TetMesh& mesh, const HandleConstraints& constraints,
    const BoundedBiharmonicOptions& options = {}, const Progress& progress = {});

}  // namespace vide
