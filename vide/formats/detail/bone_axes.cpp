// SPDX-License-Identifier: MIT
#include "vide/formats/detail/bone_axes.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/math.hpp"
#include "vide/formats/detail/plane_tracks.hpp"

namespace vide::detail {
namespace {

constexpr double rounding = 1e-9;

bool isEven(Vec3 scale) { return std::abs(scale.x - scale.y) <= rounding * std::abs(scale.x); }
bool isNothing(Vec3 shear) { return std::abs(shear.x) <= rounding; }

// Whether a bone's own scale is the same on both axes, so that its frame may be turned.
bool turnsFreely(const Document& document, const Bone& bone) {
  if (!isEven(bone.local.scale) || !isNothing(bone.local.shear)) return false;
  return std::ranges::all_of(document.clips, [&](const Clip& clip) {
    const auto track = std::ranges::find(clip.bones, bone.id, &BoneTrack::bone);
    if (track == clip.bones.end()) return true;
    const auto even = [](const Key<Vec3>& key) {
      return isEven(key.value) && isEven(key.in_tangent) && isEven(key.out_tangent);
    };
    return std::ranges::all_of(track->scale, even) &&
           std::ranges::all_of(track->shear, isNothing, &Key<Vec3>::value);
  });
}

bool liesAlongX(Vec3 end) { return end.x >= 0 && std::abs(end.y) <= rounding * length(end); }

// Where each bone's segment ends, in its own frame.
std::vector<Vec3> segmentEnds(const Document& document) {
  const Skeleton& skeleton = document.skeleton;
  std::vector<Vec3> ends;
  for (const Bone& bone : skeleton.bones()) ends.push_back(bone.tail);
  for (const Constraint& constraint : document.constraints) {
    const auto* reach = std::get_if<ReachConstraint>(&constraint.kind);
    if (!reach || reach->length != 2) continue;
    const Bone& second = skeleton[std::size_t(findBone(skeleton, reach->bone))];
    ends[std::size_t(second.parent)] = second.local.translation;
  }
  return ends;
}

}  // namespace

bool canLieAlongX(const Document& document, const Bone& bone, Vec3 end) {
  return liesAlongX(end) || turnsFreely(document, bone);
}

void layBonesAlongX(Document& document) {
  std::vector<Bone> bones(document.skeleton.bones().begin(), document.skeleton.bones().end());
  const std::vector<Vec3> ends = segmentEnds(document);
  std::vector<Quat> turns(bones.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    Bone& bone = bones[i];
    if (bone.parent >= 0) {
      const Quat back = conjugate(turns[std::size_t(bone.parent)]);
      bone.local.translation = rotate(back, bone.local.translation);
      bone.local.rotation = back * bone.local.rotation;
    }
    if (liesAlongX(ends[i]) || !turnsFreely(document, bone)) continue;
    turns[i] = rotationInPlane(math::atan2(ends[i].y, ends[i].x));
    bone.local.rotation = normalized(bone.local.rotation * turns[i]);
    bone.tail = {length(ends[i]), 0, 0};
    const auto turned = [&](Vec3 v) { return rotate(conjugate(turns[i]), v); };
    for (Clip& clip : document.clips) {
      const auto track = std::ranges::find(clip.bones, bone.id, &BoneTrack::bone);
      if (track == clip.bones.end()) continue;
      track->translation = mapTrack(track->translation, turned, turned);
    }
  }
  if (auto skeleton = Skeleton::fromBones(std::move(bones))) {
    document.skeleton = *std::move(skeleton);
  }
}

}  // namespace vide::detail
