// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/deform/detail/edge_sets.hpp"
#include "vide/deform/detail/element_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide::detail {

// An as-rigid-as-possible energy of the shapes V' = M T. T has dimension + 1 rows for each handle:
// the images of the axes, then the translation, each row one point of EdgeSets, after a point 0
// that stays at the origin. Lengths are in units of the shape's size, around its middle.
struct SkinningSpace {
  int dimension = 0;
  int handles = 0;
  Vec3 middle;
  double size = 1;

  Eigen::MatrixXd Q;                       // M^T K M, rows x rows
  EdgeSets sets;                           // one for each cluster
  double rest_energy = 0;                  // trace(V^T K V)
  std::vector<Vec3> pivot;                 // of each handle: the weighted mean of its vertices
  std::vector<std::optional<Vec3>> point;  // the mean of those with weight 1

  int rowsOfHandle() const { return dimension + 1; }
  int rows() const { return handles * rowsOfHandle(); }

  // A place, or a transform, in the units of the space.
  Vec3 inside(Vec3 p) const { return (p - middle) / size; }
  Affine3 inside(const Affine3& transform) const {
    return {transform.linear, inside(transform * middle)};
  }
  // Writes a transform inside the space to its rows of T (`row` is the first).
  void toRows(const Affine3& transform, double* row) const;
  // The transform, outside the space, that rows of T say.
  Affine3 fromRows(const double* row) const;
};

// Moves the rest positions of `mesh` into the units of the space. Rows of `weights` sum to 1.
// `clusters` has a number for each edge set.
SkinningSpace skinningSpace(ElementMesh& mesh, const VertexWeights& weights, ArapEnergy energy,
                            std::span<const int> clusters);

}  // namespace vide::detail
