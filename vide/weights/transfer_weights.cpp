// SPDX-License-Identifier: MIT
#include "vide/weights/transfer_weights.hpp"

#include "vide/mesh/rows.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {

Result<VertexWeights> transferWeights(const VertexWeights& weights, const TriMesh& mesh,
                                      const Eigen::MatrixXd& V, int influences) {
  const auto usable = checkWeights(weights, std::size_t(mesh.V.rows()), WeightSigns::positive);
  if (!usable) return std::unexpected(usable.error());
  if (auto fit = detail::checkVertices(V, 2, 3); !fit) return std::unexpected(fit.error());
  if (auto fit = detail::checkInfluences(influences); !fit) return std::unexpected(fit.error());
  const auto locator = SurfaceLocator::build(mesh);
  if (!locator) return failAt("transfer of weights", locator.error());
  VertexWeights moved;
  moved.handles = weights.handles;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const Vec3 p = rowOf(V, v);
    detail::appendMixedRow(weights, locator->nearest(p), moved);
  }
  return prune(moved, influences);
}

}  // namespace vide
