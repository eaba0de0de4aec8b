// SPDX-License-Identifier: MIT
#include "vide/weights/geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/detail/anchors.hpp"
#include "vide/weights/detail/bone_source.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/euclidean_distances.hpp"
#include "vide/weights/detail/falloff.hpp"
#include "vide/weights/detail/lattice_distances.hpp"
#include "vide/weights/detail/mask_runs.hpp"
#include "vide/weights/detail/unreached.hpp"

namespace vide {
namespace {

using detail::MaskRuns;
using detail::Place;

constexpr double infinity = std::numeric_limits<double>::infinity();

double smoothnessFor(const MaskRuns& runs) { return std::max(0.5, 0.07 * runs.radius()); }

Result<void> checkMask(const Coverage& mask) {
  const std::size_t pixels =
      std::size_t(std::max(mask.width, 0)) * std::size_t(std::max(mask.height, 0));
  if (mask.value.size() != pixels || mask.threshold == 0) {
    return fail(ErrorCode::invalid_argument,
                text("mask: ", mask.value.size(), " values for ", mask.width, " x ", mask.height,
                     " pixels at threshold ", int(mask.threshold),
                     "; give one value a pixel and a threshold above 0"));
  }
  return {};
}

Result<void> checkTriangles(const Eigen::MatrixX3i* F, Eigen::Index vertices) {
  if (!F || F->rows() == 0 || (F->minCoeff() >= 0 && F->maxCoeff() < vertices)) return {};
  return fail(ErrorCode::invalid_argument,
              text("triangles: an index lies outside 0 .. ", vertices - 1,
                   "; give the mesh that the vertices belong to"));
}

Result<void> checkInput(const Coverage& mask, const Eigen::MatrixXd& V, std::span<const int> part,
                        const Skeleton& skeleton, const Eigen::MatrixX3i* triangles) {
  if (auto usable = checkMask(mask); !usable) return usable;
  if (auto usable = detail::checkVertices(V, 2, 2); !usable) return usable;
  if (auto usable = checkTriangles(triangles, V.rows()); !usable) return usable;
  if (part.empty() || part.size() == std::size_t(V.rows())) return detail::checkBones(skeleton);
  return fail(ErrorCode::invalid_argument, text("parts: ", part.size(), " numbers for ", V.rows(),
                                                " vertices; give one per vertex or none"));
}

// What a person should know about where a bone lies, without its name. `is_pin`: it has no length
// in space either, and is meant to be a point.
std::string boneWarning(Vec2 head, Vec2 tail, bool is_pin, const detail::BoneSource& source) {
  if (source.pieces.empty()) {
    const auto nearest =
        std::min_element(source.points.begin(), source.points.end(),
                         [](const auto& a, const auto& b) { return a.distance < b.distance; });
    return text(" lies outside the shape; it acts from the nearest place inside, ",
                std::round(nearest->distance), " px away");
  }
  if (head == tail && !is_pin) return " has no length in the plane; it acts as a point";
  const double outside = source.points.empty() || source.points.front().origin != head
                             ? 0
                             : source.points.front().distance;
  if (outside <= 1) return {};
  return text(" has its joint ", std::round(outside),
              " px outside the shape; that end acts from the nearest place inside");
}

void measure(const MaskRuns& runs, const detail::BoneSource& source, GeodesicMetric metric,
             std::span<const Place> places, std::span<double> out) {
  if (metric == GeodesicMetric::euclidean) {
    detail::euclideanDistances(runs, source, places, out);
  } else {
    const bool four = metric == GeodesicMetric::manhattan;
    detail::latticeDistances(runs, source, four ? detail::Lattice::four : detail::Lattice::eight,
                             places, out);
  }
}

std::vector<char> reachedVertices(std::span<const double> distance, std::size_t vertices) {
  std::vector<char> reached(vertices);
  for (std::size_t i = 0; i < distance.size(); ++i) reached[i % vertices] |= distance[i] < infinity;
  return reached;
}

}  // namespace

double defaultSmoothness(const Coverage& mask) { return smoothnessFor(MaskRuns(mask)); }

Result<GeodesicDistances> GeodesicDistances::compute(const Coverage& mask, const Eigen::MatrixXd& V,
                                                     std::span<const int> part,
                                                     const Skeleton& skeleton,
                                                     const GeodesicOptions& options,
                                                     const Progress& progress) {
  if (auto usable = checkInput(mask, V, part, skeleton, options.triangles); !usable) {
    return std::unexpected(usable.error());
  }
  const MaskRuns runs(mask);
  if (runs.runs().empty()) {
    return fail(ErrorCode::invalid_argument,
                "mask: no pixel is inside; lower the threshold or use another picture");
  }
  const std::vector<Place> places = detail::anchorVertices(runs, V, part, options.triangles);

  GeodesicDistances result;
  result.vertices_ = std::size_t(V.rows());
  result.bones_ = skeleton.size();
  result.default_smoothness_ = smoothnessFor(runs);
  result.distance_.assign(result.vertices_ * result.bones_, infinity);
  for (std::size_t b = 0; b < result.bones_; ++b) {
    result.place_.push_back({xy(skeleton.head(b)), xy(skeleton.tail(b)), skeleton[b].deform, {}});
  }
  parallelFor(options.pool, result.bones_, [&](std::size_t b) {
    BonePlace& place = result.place_[b];
    if (!place.deforms || progress.cancelled() || result.takeOver(options.known, b)) return;
    const auto source = detail::boneSource(runs, place.head, place.tail);
    place.warning = boneWarning(place.head, place.tail, isPin(skeleton[b]), source);
    const auto column = std::span(result.distance_).subspan(b * result.vertices_, result.vertices_);
    measure(runs, source, options.metric, places, column);
  });
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "geodesic weights: cancelled");
  for (std::size_t b = 0; b < result.bones_; ++b) {
    if (const std::string& warning = result.place_[b].warning; !warning.empty()) {
      result.warnings_.push_back(text("bone \"", skeleton[b].name, "\"", warning));
    }
  }
  const auto reached = reachedVertices(result.distance_, result.vertices_);
  auto unreached = detail::followNearestBones(runs, V, places, reached, skeleton);
  result.fallback_ = std::move(unreached.bone);
  std::move(unreached.warnings.begin(), unreached.warnings.end(),
            std::back_inserter(result.warnings_));
  progress.report(1);
  return result;
}

// Fills the bone's distances from where they are known, if they are.
bool GeodesicDistances::takeOver(const GeodesicDistances* known, std::size_t bone) {
  if (!known || known->vertices_ != vertices_) return false;
  BonePlace& place = place_[bone];
  const auto same = std::ranges::find_if(known->place_, [&](const BonePlace& other) {
    return other.deforms && other.head == place.head && other.tail == place.tail;
  });
  if (same == known->place_.end()) return false;
  const auto column = (same - known->place_.begin()) * std::ptrdiff_t(vertices_);
  std::copy_n(known->distance_.begin() + column, vertices_,
              distance_.begin() + std::ptrdiff_t(bone * vertices_));
  place.warning = same->warning;
  return true;
}

Result<WeightsResult> GeodesicDistances::weights(const GeodesicOptions& options) const {
  if (auto usable = detail::checkInfluences(options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  const auto smoothness = detail::resolveSmoothness(options.smoothness, default_smoothness_,
                                                    options.bone_smoothness, bones_);
  if (!smoothness) return std::unexpected(smoothness.error());
  WeightsResult result{{}, warnings_};
  result.weights.handles = int(bones_);
  std::vector<double> distances(bones_);
  std::vector<Influence> row;
  for (std::size_t v = 0; v < vertices_; ++v) {
    for (std::size_t b = 0; b < bones_; ++b) distances[b] = distance(v, b);
    detail::falloffRow(distances, *smoothness, options.influences, row);
    if (row.empty()) row.push_back({fallback_[v], 1.0});
    appendRow(result.weights, row);
  }
  return result;
}

Result<WeightsResult> geodesicWeights(const Coverage& mask, const Eigen::MatrixXd& V,
                                      std::span<const int> part, const Skeleton& skeleton,
                                      const GeodesicOptions& options, const Progress& progress) {
  const auto distances = GeodesicDistances::compute(mask, V, part, skeleton, options, progress);
  if (!distances) return std::unexpected(distances.error());
  return distances->weights(options);
}

}  // namespace vide
