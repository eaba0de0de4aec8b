// SPDX-License-Identifier: MIT
#include "vide/stage/detail/layer_holds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vide/core/segment.hpp"

namespace vide::detail {
namespace {

Vec2 nearestIn(const TriMesh& mesh, Vec2 p) {
  Vec2 nearest = p;
  double least = INFINITY;
  for (Eigen::Index t = 0; t < mesh.F.rows(); ++t) {
    std::array<Vec2, 3> corners;
    for (int k = 0; k < 3; ++k) corners[k] = {mesh.V(mesh.F(t, k), 0), mesh.V(mesh.F(t, k), 1)};
    int left = 0, right = 0;
    for (int k = 0; k < 3; ++k) {
      const Vec2 a = corners[k], b = corners[(k + 1) % 3], place = nearestOnSegment(a, b, p);
      (cross(b - a, p - a) >= 0 ? left : right) += 1;
      if (squaredLength(place - p) >= least) continue;
      least = squaredLength(place - p);
      nearest = place;
    }
    if (left == 3 || right == 3) return p;
  }
  return nearest;
}

bool belongsToAnother(const LayerHold& hold, std::span<const LayerHold> holds) {
  constexpr double clearly = 1 - 1e-9;
  const double away = length(hold.end - hold.place) * clearly;
  return std::ranges::any_of(holds, [&](const LayerHold& other) {
    return other.bone != hold.bone && length(other.end - hold.place) < away;
  });
}

}  // namespace

std::vector<LayerHold> holdsOf(const Layer& layer, const Skeleton& skeleton) {
  std::vector<LayerHold> all, kept;
  for (const BoneId id : layer.bones) {
    const auto bone = static_cast<std::size_t>(findBone(skeleton, id));
    const Vec2 head = xy(skeleton.head(bone)), tail = xy(skeleton.tail(bone));
    all.push_back({bone, head, nearestIn(layer.mesh, head)});
    if (isPin(skeleton[bone])) continue;
    all.push_back({bone, tail, nearestIn(layer.mesh, tail)});
  }
  std::ranges::copy_if(all, std::back_inserter(kept),
                       [&](const LayerHold& hold) { return !belongsToAnother(hold, all); });
  return kept;
}

}  // namespace vide::detail
