// SPDX-License-Identifier: MIT
#include "vide/weights/solid_geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/falloff.hpp"
#include "vide/weights/detail/fitting_solid.hpp"
#include "vide/weights/detail/solid_distances.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr double default_share = 0.03;

// Per cell exp(-d / s) of its bones, normalised; empty where no bone is.
VertexWeights cellWeights(const Solid& solid, std::span<const detail::SolidBone> bones,
                          std::span<const std::vector<detail::BoneDistance>> distances,
                          std::span<const double> smoothness, int influences) {
  VertexWeights cells;
  cells.handles = int(smoothness.size());
  std::vector<double> distance(smoothness.size(), std::numeric_limits<double>::infinity());
  std::vector<Influence> row;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    const auto& here = distances[std::size_t(cell)];
    const auto bone = [&](const detail::BoneDistance& entry) {
      return std::size_t(bones[std::size_t(entry.bone)].bone);
    };
    for (const auto& entry : here) distance[bone(entry)] = entry.distance;
    detail::falloffRow(distance, smoothness, influences, row);
    for (const auto& entry : here) distance[bone(entry)] = std::numeric_limits<double>::infinity();
    appendRow(cells, row);
  }
  return cells;
}

}  // namespace

double defaultSmoothness(const Solid& solid) {
  Vec3 middle;
  for (int cell = 0; cell < solid.cells(); ++cell) middle += solid.center(cell) / solid.cells();
  double squares = 0;
  for (int cell = 0; cell < solid.cells(); ++cell) {
    squares += squaredLength(solid.center(cell) - middle);
  }
  return std::max(default_share * std::sqrt(squares / solid.cells()), solid.cellSize() / 2);
}

Result<WeightsResult> solidGeodesicWeights(const TriMesh& mesh, const Skeleton& skeleton,
                                           const SolidGeodesicOptions& options,
                                           const Progress& progress) {
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  auto fitting = detail::fittingSolid(mesh, options.solid, detail::usual_bytes_per_cell,
                                      progress.slice(0, 0.3));
  if (!fitting) return std::unexpected(fitting.error());
  auto result =
      solidGeodesicWeights(fitting->solid, mesh.V, skeleton, options, progress.slice(0.3, 1));
  if (result) std::ranges::move(fitting->warnings, std::back_inserter(result->warnings));
  return result;
}

Result<WeightsResult> solidGeodesicWeights(const Solid& solid, const Eigen::MatrixXd& V,
                                           const Skeleton& skeleton,
                                           const SolidGeodesicOptions& options,
                                           const Progress& progress) {
  if (auto usable = detail::checkReading(V, skeleton, options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  const auto smoothness = detail::resolveSmoothness(options.smoothness, defaultSmoothness(solid),
                                                    options.bone_smoothness, skeleton.size());
  if (!smoothness) return std::unexpected(smoothness.error());

  const detail::SeededBones seeded = detail::seedBones(solid, skeleton);
  const auto& [bones, seeds] = seeded;
  // A bone that is softer than others may overtake them, so all have to be followed.
  const int nearest = options.bone_smoothness.empty() ? options.influences : int(bones.size());
  const auto distances =
      detail::solidDistances(solid, bones, seeds, std::min(nearest, int(bones.size())), progress);
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "solid geodesic weights: cancelled");

  WeightsResult result;
  detail::CellSources sources = detail::cellSources(solid, seeds);
  const VertexWeights cells = cellWeights(solid, bones, distances, *smoothness, options.influences);
  result.warnings = detail::outsideWarnings(skeleton, seeded);
  std::ranges::move(sources.warnings, std::back_inserter(result.warnings));
  result.weights = detail::readCells(solid, selectRows(cells, sources.cell), V, options.influences);
  return result;
}

}  // namespace vide
