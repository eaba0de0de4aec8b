// SPDX-License-Identifier: MIT
#include "vide/weights/transfer_weights.hpp"

#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/vertex_progress.hpp"
#include "vide/weights/detail/weight_rows.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr double near_share = 0.05;  // of the mesh's diagonal: how far off still is the same place
constexpr double stray_share = 0.1;  // of the vertices: how many may be farther off

void warnOfDistance(Eigen::Index strays, Eigen::Index vertices,
                    std::vector<std::string>& warnings) {
  if (double(strays) <= stray_share * double(vertices)) return;
  warnings.push_back(text(strays, " of ", vertices, " vertices lie far (more than ",
                          100 * near_share, " % of its diagonal) from the model that weights are ",
                          "copied from; do both stand at the same place, in the same unit?"));
}

}  // namespace

Result<WeightsResult> transferWeights(const VertexWeights& weights, const TriMesh& mesh,
                                      const Eigen::MatrixXd& V, const TransferOptions& options,
                                      const Progress& progress) {
  const auto usable = checkWeights(weights, std::size_t(mesh.V.rows()), WeightSigns::positive);
  if (!usable) return std::unexpected(usable.error());
  if (auto fit = detail::checkVertices(V, 2, 3); !fit) return std::unexpected(fit.error());
  if (auto fit = detail::checkInfluences(options.influences); !fit) {
    return std::unexpected(fit.error());
  }
  const auto locator = SurfaceLocator::build(mesh);
  if (!locator) return failAt("transfer of weights", locator.error());
  const double near =
      near_share * (mesh.V.colwise().maxCoeff() - mesh.V.colwise().minCoeff()).norm();
  VertexWeights moved;
  moved.handles = weights.handles;
  Eigen::Index strays = 0;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (!detail::goesOn(progress, v, V.rows())) {
      return fail(ErrorCode::cancelled, "transfer of weights: cancelled");
    }
    const SurfacePoint place = locator->nearest(rowOf(V, v));
    strays += place.distance > near ? 1 : 0;
    detail::appendMixedRow(weights, place, moved);
  }
  WeightsResult result;
  result.weights = prune(moved, options.influences);
  warnOfDistance(strays, V.rows(), result.warnings);
  return result;
}

}  // namespace vide
