// SPDX-License-Identifier: MIT
#include "vide/animation/clip.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide {
namespace {

bool finite(double a) { return std::isfinite(a); }
bool finite(Vec3 a) { return isFinite(a); }
bool finite(Quat q) { return std::isfinite(q.x + q.y + q.z + q.w); }

bool usable(double) { return true; }
bool usable(Vec3) { return true; }
bool usable(Quat q) { return std::abs(dot(q, q) - 1) < 1e-3; }

bool inUnit(double x) { return x >= 0 && x <= 1; }

bool usable(const Easing& easing) {
  return inUnit(easing.first.x) && inUnit(easing.second.x) && isFinite(easing.first) &&
         isFinite(easing.second);
}

// What is wrong with the key; an empty text if nothing is.
template <class Value>
std::string faultOf(const Key<Value>& key, double earliest, double duration) {
  if (!std::isfinite(key.time) || !finite(key.value) || !finite(key.in_tangent) ||
      !finite(key.out_tangent)) {
    return "has a number that is not finite";
  }
  if (key.time < 0) return text("lies at ", key.time, " s, before the clip begins");
  if (key.time < earliest) return "is not later than the key before it";
  if (key.time > duration) return text("lies at ", key.time, " s, after the clip's duration");
  if (!usable(key.value)) return "is no unit quaternion; normalise it";
  if (!usable(key.easing)) return "has an easing whose x leaves 0..1";
  return {};
}

template <class Value>
Result<void> checkTrack(const Track<Value>& track, std::string_view part, double duration) {
  double earliest = 0;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const std::string fault = faultOf(track[i], earliest, duration);
    if (!fault.empty()) {
      return fail(ErrorCode::invalid_argument, text(part, " key ", i, " ", fault));
    }
    earliest = std::nextafter(track[i].time, INFINITY);
  }
  return {};
}

Result<void> checkTracks(const BoneTrack& bone, double duration) {
  if (!bone.angle.empty() && !bone.rotation.empty()) {
    return fail(ErrorCode::invalid_argument,
                "has both angle and rotation keys; keep one of the two");
  }
  Result<void> checked = checkTrack(bone.translation, "translation", duration);
  if (checked) checked = checkTrack(bone.angle, "angle", duration);
  if (checked) checked = checkTrack(bone.rotation, "rotation", duration);
  if (checked) checked = checkTrack(bone.scale, "scale", duration);
  if (checked) checked = checkTrack(bone.shear, "shear", duration);
  return checked;
}

Result<void> checkBones(const Clip& clip, const Skeleton& skeleton) {
  std::vector<BoneId> known, seen;
  for (const Bone& bone : skeleton.bones()) known.push_back(bone.id);
  for (const BoneTrack& track : clip.bones) seen.push_back(track.bone);
  std::sort(known.begin(), known.end());
  std::sort(seen.begin(), seen.end());
  for (const BoneId id : seen) {
    if (std::binary_search(known.begin(), known.end(), id)) continue;
    return fail(ErrorCode::not_found, text("bone id ", id, " is not in the skeleton"));
  }
  const auto repeated = std::adjacent_find(seen.begin(), seen.end());
  if (repeated == seen.end()) return {};
  return fail(ErrorCode::invalid_argument, text("bone id ", *repeated, " has two tracks"));
}

}  // namespace

Result<void> validate(const Clip& clip, const Skeleton& skeleton) {
  const std::string place = text("clip \"", clip.name, "\"");
  if (!std::isfinite(clip.duration) || clip.duration < 0) {
    return fail(ErrorCode::invalid_argument,
                text(place, " has the duration ", clip.duration, "; it must be 0 s or more"));
  }
  if (const auto checked = checkBones(clip, skeleton); !checked) {
    return failAt(place, checked.error());
  }
  for (const BoneTrack& track : clip.bones) {
    const auto checked = checkTracks(track, clip.duration);
    if (!checked) return failAt(text(place, ", bone id ", track.bone), checked.error());
  }
  for (const MorphTrack& track : clip.morphs) {
    const auto checked = checkTrack(track.weight, "weight", clip.duration);
    if (!checked) {
      return failAt(text(place, ", shape ", track.shape, " of layer id ", track.layer),
                    checked.error());
    }
  }
  return {};
}

}  // namespace vide
