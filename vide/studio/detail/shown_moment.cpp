// SPDX-License-Identifier: MIT
#include "vide/studio/detail/shown_moment.hpp"

#include <cmath>

#include "vide/animation/sample.hpp"

namespace vide::detail {

double ShownMoment::sampledTime(const Document& document) const {
  const Clip* shown = clip ? findClip(document, *clip) : nullptr;
  const bool is_end = shown && shown->loop && time == shown->duration;
  return is_end ? std::nextafter(time, 0.0) : time;
}

BonePose ShownMoment::poseOf(const Document& document, BoneId bone) const {
  if (const auto waiting = unkeyed.find(bone); waiting != unkeyed.end()) return waiting->second;
  const Clip* shown = clip ? findClip(document, *clip) : nullptr;
  return shown ? poseIn(*shown, bone, sampledTime(document)) : BonePose{};
}

BonePose poseIn(const Clip& clip, BoneId bone, double time) {
  const auto track = std::ranges::find(clip.bones, bone, &BoneTrack::bone);
  if (track == clip.bones.end()) return {};
  const double t = timeWithin(clip, time);
  BonePose pose;
  Transform& local = pose.local;
  local.translation = sampleTrack(track->translation, t, {});
  local.scale = sampleTrack(track->scale, t, local.scale);
  local.shear = sampleTrack(track->shear, t, {});
  if (track->rotation.empty()) {
    pose.angle = sampleTrack(track->angle, t, 0);
    local.rotation = rotationInPlane(pose.angle);
  } else {
    local.rotation = sampleTrack(track->rotation, t, {});
    pose.angle = angleInPlane(local.rotation);
  }
  return pose;
}

const KeyGesture* ShownMoment::keyGesture(const std::string& merge, ClipId moved_clip,
                                          const std::vector<KeyAddress>& keys) const {
  const bool goes_on = !merge.empty() && key_gesture.merge == merge &&
                       key_gesture.before.id == moved_clip && key_gesture.keys == keys;
  return goes_on ? &key_gesture : nullptr;
}

void ShownMoment::endGestures(const std::string& but) {
  if (but.empty() || pose_gesture.merge != but) pose_gesture = {};
  if (but.empty() || key_gesture.merge != but) key_gesture = {};
}

void ShownMoment::follow(const Document& document) {
  if (clip && !findClip(document, *clip)) {
    clip.reset();
    time = 0;
  }
  std::erase_if(unkeyed,
                [&](const auto& pose) { return findBone(document.skeleton, pose.first) < 0; });
  if (pose_gesture.acted.size() != document.skeleton.size()) pose_gesture = {};
}

}  // namespace vide::detail
