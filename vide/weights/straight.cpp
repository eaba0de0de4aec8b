// SPDX-License-Identifier: MIT
#include "vide/weights/straight.hpp"

#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/falloff.hpp"

namespace vide {
namespace {

double boxDiagonal(const Eigen::MatrixXd& V) {
  if (V.rows() == 0) return 0;
  return (V.colwise().maxCoeff() - V.colwise().minCoeff()).norm();
}

}  // namespace

Result<WeightsResult> straightWeights(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                                      const StraightOptions& options) {
  if (auto usable = detail::checkVertices(V, 2, 3); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkInfluences(options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  const double diagonal = boxDiagonal(V);
  const auto smoothness =
      detail::resolveSmoothness(options.smoothness, diagonal > 0 ? 0.02 * diagonal : 1,
                                options.bone_smoothness, skeleton.size());
  if (!smoothness) return std::unexpected(smoothness.error());

  WeightsResult result;
  result.weights.handles = int(skeleton.size());
  std::vector<double> distance(skeleton.size());
  std::vector<Influence> row;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    detail::straightDistances(rowOf(V, v), skeleton, distance);
    detail::falloffRow(distance, *smoothness, options.influences, row);
    appendRow(result.weights, row);
  }
  return result;
}

}  // namespace vide
