// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/new_rest.hpp"

#include <algorithm>
#include <utility>

#include "vide/pipeline/detail/angle_keys.hpp"

namespace vide::detail {
namespace {

// A new rest is L T R where the old was L: what a clip adds, T' R' S', becomes R^-1 T^-1 T' R' S'.
void tellFrom(const Transform& rest, BoneTrack& track) {
  const Quat back = conjugate(rest.rotation);
  if (track.translation.empty()) track.translation.push_back({});
  for (Key<Vec3>& key : track.translation) {
    key.value = rotate(back, key.value - rest.translation);
    key.in_tangent = rotate(back, key.in_tangent);
    key.out_tangent = rotate(back, key.out_tangent);
  }
  const bool stays_in_plane = rest.rotation.x == 0 && rest.rotation.y == 0;
  if (stays_in_plane && !track.angle.empty()) {
    const double turned = angleInPlane(rest.rotation);
    for (Key<double>& key : track.angle) key.value -= turned;
    return;
  }
  if (!track.angle.empty()) track.rotation = rotationsOf(std::exchange(track.angle, {}));
  if (track.rotation.empty()) track.rotation.push_back({});
  for (Key<Quat>& key : track.rotation) {
    key.value = normalized(back * key.value);
    key.in_tangent = back * key.in_tangent;
    key.out_tangent = back * key.out_tangent;
  }
}

}  // namespace

Result<Skeleton> restingIn(const Skeleton& skeleton, std::span<const Transform> pose) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const Affine3 turned = toAffine({pose[b].translation, pose[b].rotation});
    bones[b].local = decompose(toAffine(bones[b].local) * turned);
  }
  return Skeleton::fromBones(std::move(bones));
}

Clip toldFrom(const Clip& clip, const Skeleton& skeleton, std::span<const Transform> pose) {
  Clip told = clip;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    const Transform rest{pose[b].translation, pose[b].rotation};
    if (rest == Transform{}) continue;
    auto track = std::ranges::find(told.bones, skeleton[b].id, &BoneTrack::bone);
    if (track == told.bones.end()) {
      told.bones.push_back({.bone = skeleton[b].id});
      track = std::prev(told.bones.end());
    }
    tellFrom(rest, *track);
  }
  return told;
}

}  // namespace vide::detail
