// SPDX-License-Identifier: MIT
#include "vide/weights/detail/bone_shapes.hpp"

#include "vide/core/segment.hpp"
#include "vide/skeleton/deforming_ancestors.hpp"
#include "vide/weights/detail/bones.hpp"

namespace vide::detail {
namespace {

// A joint counts as on the segment when it is nearer than this share of the distance to the head.
constexpr double on_segment = 1e-3;

}  // namespace

std::vector<BoneShape> boneShapes(const Skeleton& skeleton) {
  const std::vector<int> above = deformingAncestors(skeleton);
  std::vector<BoneShape> shapes;
  std::vector<int> shape_of(skeleton.size(), -1);
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    const Vec3 joint = skeleton.head(b);
    if (const int parent = above[b]; parent >= 0) {
      const Vec3 head = skeleton.head(std::size_t(parent));
      const Vec3 nearest = nearestOnSegment(head, skeleton.tail(std::size_t(parent)), joint);
      if (distance(joint, nearest) > on_segment * distance(joint, head)) {
        shapes[std::size_t(shape_of[std::size_t(parent)])].segments.push_back({head, joint});
      }
    }
    shape_of[b] = int(shapes.size());
    shapes.push_back({int(b), {{joint, skeleton.tail(b)}}});
  }
  return shapes;
}

Vec3 nearestOn(std::span<const std::array<Vec3, 2>> segments, Vec3 p) {
  Vec3 nearest = segments.front()[0];
  for (const auto& [a, b] : segments) {
    const Vec3 point = nearestOnSegment(a, b, p);
    if (squaredLength(p - point) < squaredLength(p - nearest)) nearest = point;
  }
  return nearest;
}

}  // namespace vide::detail
