// SPDX-License-Identifier: MIT
#include "vide/weights/skeleton_aware.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/bones.hpp"
#include "vide/weights/detail/falloff.hpp"
#include "vide/weights/detail/vertex_progress.hpp"

namespace vide {
namespace {

constexpr double default_reach = 3;  // smoothnesses beyond the nearest bone

std::vector<std::vector<int>> neighboursOf(const Skeleton& skeleton) {
  std::vector<std::vector<int>> neighbours(skeleton.size());
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    const int parent = skeleton[b].parent;
    if (parent < 0) continue;
    neighbours[b].push_back(parent);
    neighbours[std::size_t(parent)].push_back(int(b));
  }
  return neighbours;
}

// Walks over bones from the nearest deforming one; scratch is kept between vertices.
class Walk {
 public:
  explicit Walk(const Skeleton& skeleton)
      : skeleton_(skeleton),
        neighbours_(neighboursOf(skeleton)),
        distance_(skeleton.size()),
        found_(skeleton.size()) {}

  // Distances of the deforming bones that are found, infinity for the others.
  std::span<const double> from(Vec3 p, double threshold, double reach) {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t b = 0; b < distance_.size(); ++b) {
      distance_[b] = length(p - nearestOnSegment(skeleton_.head(b), skeleton_.tail(b), p));
      if (!skeleton_[b].deform || distance_[b] >= least) continue;
      least = distance_[b];
      nearest = b;
    }
    walk(int(nearest), threshold > 0 ? threshold : least + reach);
    return found_;
  }

 private:
  void walk(int start, double threshold) {
    std::ranges::fill(found_, std::numeric_limits<double>::infinity());
    // A tree needs no list of visited bones, only where each step came from.
    steps_.assign(1, {start, -1});
    while (!steps_.empty()) {
      const Step step = steps_.back();
      steps_.pop_back();
      const auto bone = std::size_t(step.bone);
      if (step.from >= 0 && distance_[bone] > threshold) continue;
      if (skeleton_[bone].deform) found_[bone] = distance_[bone];
      for (const int next : neighbours_[bone]) {
        if (next != step.from) steps_.push_back({next, step.bone});
      }
    }
  }

  struct Step {
    int bone, from;
  };

  const Skeleton& skeleton_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<double> distance_, found_;
  std::vector<Step> steps_;
};

Result<double> smoothnessOf(const Eigen::MatrixXd& V, const SkeletonAwareOptions& options) {
  const double diagonal =
      V.rows() > 0 ? (V.colwise().maxCoeff() - V.colwise().minCoeff()).norm() : 0;
  const auto resolved =
      detail::resolveSmoothness(options.smoothness, diagonal > 0 ? 0.01 * diagonal : 1, {}, 1);
  if (!resolved) return std::unexpected(resolved.error());
  return resolved->front();
}

}  // namespace

Result<WeightsResult> skeletonAwareWeights(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                                           const SkeletonAwareOptions& options,
                                           const Progress& progress) {
  if (auto usable = detail::checkVertices(V, 2, 3); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkBones(skeleton); !usable) return std::unexpected(usable.error());
  if (auto usable = detail::checkInfluences(options.influences); !usable) {
    return std::unexpected(usable.error());
  }
  if (!std::isfinite(options.threshold) || options.threshold < 0) {
    return fail(ErrorCode::invalid_argument,
                text("threshold: ", options.threshold,
                     " is not a distance; use a number above 0, or 0 for the default"));
  }
  const auto smoothness = smoothnessOf(V, options);
  if (!smoothness) return std::unexpected(smoothness.error());

  WeightsResult result;
  result.weights.handles = int(skeleton.size());
  const std::vector<double> per_bone(skeleton.size(), *smoothness);
  Walk walk(skeleton);
  std::vector<Influence> row;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (!detail::goesOn(progress, v, V.rows())) {
      return fail(ErrorCode::cancelled, "skeleton-aware weights: cancelled");
    }
    const Vec3 p = rowOf(V, v);
    detail::falloffRow(walk.from(p, options.threshold, default_reach * *smoothness), per_bone,
                       options.influences, row);
    appendRow(result.weights, row);
  }
  return result;
}

}  // namespace vide
