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

bool finite(const Offsets& offsets) {
  return std::ranges::all_of(offsets, [](Vec3 offset) { return isFinite(offset); });
}

bool usable(double) { return true; }
bool usable(const Offsets&) { return true; }
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

template <class Value>
Result<void> checkSteps(const StepTrack<Value>& track, std::string_view part, double duration) {
  double earliest = 0;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const double time = track[i].time;
    if (!(time >= earliest && time <= duration)) {
      return fail(ErrorCode::invalid_argument,
                  text(part, " key ", i, " lies at ", time,
                       " s; times must increase and lie within the clip"));
    }
    earliest = std::nextafter(time, INFINITY);
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

// Every vertex has an offset in every key, and tangents where keys have any.
Result<void> checkOffsets(const Track<Offsets>& track, double duration) {
  for (std::size_t i = 0; i < track.size(); ++i) {
    const auto fits = [&](const Offsets& offsets) {
      return offsets.size() == track.front().value.size();
    };
    const auto fitsOrNone = [&](const Offsets& tangent) {
      return tangent.empty() || fits(tangent);
    };
    if (fits(track[i].value) && fitsOrNone(track[i].in_tangent) &&
        fitsOrNone(track[i].out_tangent)) {
      continue;
    }
    return fail(ErrorCode::invalid_argument,
                text("offset key ", i, " has another number of vertices than the first"));
  }
  return checkTrack(track, "offset", duration);
}

Result<void> checkLook(const LayerTrack& track, double duration) {
  Result<void> checked = checkSteps(track.visible, "visible", duration);
  if (checked) checked = checkTrack(track.tint, "tint", duration);
  if (checked) checked = checkTrack(track.opacity, "opacity", duration);
  return checked;
}

Result<void> checkEvents(const std::vector<ClipEvent>& events, double duration) {
  double earliest = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!std::isfinite(events[i].number) ||
        !(events[i].time >= earliest && events[i].time <= duration)) {
      return fail(
          ErrorCode::invalid_argument,
          text("event ", i, " at ", events[i].time,
               " s: events are sorted by time and lie within the clip, with finite numbers"));
    }
    earliest = events[i].time;
  }
  return {};
}

// Runs `check` on every track, naming the one at fault.
template <class Tracks, class Name, class Check>
Result<void> checkAll(const Tracks& tracks, Name name, Check check) {
  for (const auto& track : tracks) {
    if (const Result<void> checked = check(track); !checked) {
      return failAt(name(track), checked.error());
    }
  }
  return {};
}

Result<void> checkAllTracks(const Clip& clip) {
  const double end = clip.duration;
  Result<void> checked = checkAll(
      clip.bones, [](const BoneTrack& t) { return text("bone id ", t.bone); },
      [&](const BoneTrack& t) { return checkTracks(t, end); });
  if (!checked) return checked;
  checked = checkAll(
      clip.morphs,
      [](const MorphTrack& t) { return text("shape ", t.shape, " of layer id ", t.layer); },
      [&](const MorphTrack& t) { return checkTrack(t.weight, "weight", end); });
  if (!checked) return checked;
  checked = checkAll(
      clip.offsets, [](const OffsetTrack& t) { return text("layer id ", t.layer); },
      [&](const OffsetTrack& t) { return checkOffsets(t.offsets, end); });
  if (!checked) return checked;
  checked = checkAll(
      clip.layers, [](const LayerTrack& t) { return text("layer id ", t.layer); },
      [&](const LayerTrack& t) { return checkLook(t, end); });
  if (!checked) return checked;
  checked = checkAll(
      clip.slots, [](const SlotTrack& t) { return text("slot id ", t.slot); },
      [&](const SlotTrack& t) { return checkSteps(t.shown, "shown", end); });
  if (!checked) return checked;
  checked = checkAll(
      clip.constraints,
      [](const ConstraintTrack& t) { return text("constraint id ", t.constraint); },
      [&](const ConstraintTrack& t) { return checkTrack(t.mix, "mix", end); });
  if (checked) checked = checkSteps(clip.draw_order, "draw order", end);
  if (checked) checked = checkEvents(clip.events, end);
  return checked;
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
  if (const auto checked = checkAllTracks(clip); !checked) return failAt(place, checked.error());
  return {};
}

}  // namespace vide
