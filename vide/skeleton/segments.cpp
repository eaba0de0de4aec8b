// SPDX-License-Identifier: MIT
#include "vide/skeleton/segments.hpp"

#include "vide/core/text.hpp"

namespace vide {
namespace {

// A frame without scale: where a bone stands and how it is turned in model space.
struct Frame {
  Vec3 origin;
  Quat rotation;
};

Bone boneOf(const BoneSegment& segment, const Frame& parent) {
  const Quat to_parent = conjugate(parent.rotation);
  const Vec3 direction = rotate(to_parent, segment.tail - segment.head);
  Bone bone;
  bone.name = segment.name;
  bone.parent = segment.parent;
  bone.deform = segment.deform;
  bone.local.translation = rotate(to_parent, segment.head - parent.origin);
  bone.local.rotation = rotationBetween({0, 1, 0}, direction);
  bone.tail = {0, length(direction), 0};
  return bone;
}

Result<void> checkLength(const BoneSegment& segment, int index) {
  if (!segment.deform || distance(segment.head, segment.tail) > 0) return {};
  return fail(ErrorCode::malformed_data,
              text("bone ", index, " \"", segment.name,
                   "\" has no length; move its tail or set its deform flag to false"));
}

}  // namespace

Result<Skeleton> skeletonFromSegments(std::span<const BoneSegment> segments,
                                      const SkeletonLimits& limits) {
  std::vector<int> parents;
  for (const BoneSegment& segment : segments) parents.push_back(segment.parent);
  const auto order = parentsFirstOrder(parents);
  if (!order) return failAt("bones", order.error());
  std::vector<Bone> bones(segments.size());
  std::vector<Frame> frames(segments.size());
  for (const int i : *order) {
    const BoneSegment& segment = segments[std::size_t(i)];
    if (const auto checked = checkLength(segment, i); !checked) {
      return std::unexpected(checked.error());
    }
    const Frame parent = segment.parent < 0 ? Frame{} : frames[std::size_t(segment.parent)];
    Bone& bone = bones[std::size_t(i)] = boneOf(segment, parent);
    frames[std::size_t(i)] = {segment.head, normalized(parent.rotation * bone.local.rotation)};
  }
  auto sorted = parentsFirst(std::move(bones));
  if (!sorted) return std::unexpected(sorted.error());
  for (std::size_t i = 0; i < sorted->size(); ++i) (*sorted)[i].id = BoneId(i);
  return Skeleton::fromBones(std::move(*sorted), limits);
}

std::vector<BoneSegment> segmentsOf(const Skeleton& skeleton) {
  std::vector<BoneSegment> segments;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    segments.push_back({bone.name, bone.parent, skeleton.head(i), skeleton.tail(i), bone.deform});
  }
  return segments;
}

}  // namespace vide
