// SPDX-License-Identifier: MIT
#include "vide/formats/detail/dragonbones_frames.hpp"

#include <algorithm>
#include <cmath>

#include "vide/formats/detail/straight_track.hpp"

namespace vide::detail {
namespace {

double rounded(double x) { return std::round(x * 1e5) / 1e5 + 0.0; }

// How a key goes over into the next one.
template <class Value>
void addTween(const Key<Value>& key, Json& frame) {
  switch (key.interpolation) {
    case Interpolation::linear:
      frame["tweenEasing"] = 0;
      break;
    case Interpolation::bezier:
      frame["curve"] = {key.easing.first.x, key.easing.first.y, key.easing.second.x,
                        key.easing.second.y};
      break;
    case Interpolation::step:
    case Interpolation::cubic:  // straightened away
      break;
  }
}

// A list of frames; `describe` says a value. A first key that comes late holds from the start.
template <class Value, class Describe>
Json framesOf(const Track<Value>& given, const FrameTiming& timing, Describe describe) {
  const Track<Value> track =
      snapped(straightened(given, timing.bake_step, KeptCurves::bezier), 1 / timing.rate);
  Json frames = Json::array();
  const auto startOf = [&](std::size_t i) {
    return i < track.size() ? std::min(std::round(track[i].time * timing.rate), timing.frames)
                            : timing.frames;
  };
  if (startOf(0) > 0) {
    Json hold{{"duration", int(startOf(0))}};
    describe(track.front(), track.front(), hold);
    frames.push_back(std::move(hold));
  }
  for (std::size_t i = 0; i < track.size(); ++i) {
    const bool last = i + 1 == track.size();
    Json frame{{"duration", int(startOf(i + 1) - startOf(i))}};
    if (!last) addTween(track[i], frame);
    describe(track[i], last ? track[i] : track[i + 1], frame);
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::vector<double> allTimes(const Document& document) {
  std::vector<double> times;
  for (const Clip& clip : document.clips) {
    times.push_back(clip.duration);
    for (const BoneTrack& track : clip.bones) {
      appendTimes(track.translation, times);
      appendTimes(track.angle, times);
      appendTimes(track.rotation, times);
      appendTimes(track.scale, times);
      appendTimes(track.shear, times);
    }
    for (const ConstraintTrack& track : clip.constraints) appendTimes(track.mix, times);
    for (const OffsetTrack& track : clip.offsets) appendTimes(track.offsets, times);
    for (const MorphTrack& track : clip.morphs) appendTimes(track.weight, times);
    for (const LayerTrack& track : clip.layers) {
      appendTimes(track.tint, times);
      appendTimes(track.opacity, times);
      for (const auto& step : track.visible) times.push_back(step.time);
    }
    for (const SlotTrack& track : clip.slots) {
      for (const auto& step : track.shown) times.push_back(step.time);
    }
    for (const auto& step : clip.draw_order) times.push_back(step.time);
    for (const ClipEvent& event : clip.events) times.push_back(event.time);
  }
  return times;
}

template <class Value>
bool isCurved(const Track<Value>& track) {
  return std::ranges::any_of(track, [](const auto& key) {
    return key.interpolation == Interpolation::bezier || key.interpolation == Interpolation::cubic;
  });
}

bool hasCurves(const Clip& clip) {
  const auto bone = [](const BoneTrack& track) {
    return isCurved(track.translation) || isCurved(track.angle) || isCurved(track.rotation) ||
           isCurved(track.scale) || isCurved(track.shear);
  };
  return std::ranges::any_of(clip.bones, bone) ||
         std::ranges::any_of(clip.offsets,
                             [](const auto& track) { return isCurved(track.offsets); });
}

// Whether its keys cannot be converted one by one.
bool isBaked(const Bone& bone) {
  return !bone.inherit_rotation || !bone.inherit_scale || bone.local.shear.x != 0 ||
         bone.local.scale.x != bone.local.scale.y;
}

bool bakesConstraints(const Document& document, const NativeChains& natives) {
  const auto everywhere = [](const NativeChain& chain) {
    return std::ranges::find(chain.in_clip, false) == chain.in_clip.end();
  };
  return natives.chains.size() < document.constraints.size() ||
         !std::ranges::all_of(natives.chains, everywhere);
}

// The angle with keys wherever the skew has some, too: both are said in one list of frames.
Track<double> turnsOf(const PartsTrack& parts, const PlaneParts& rest) {
  if (parts.skew.empty()) return parts.angle;
  std::vector<double> times;
  appendTimes(parts.angle, times);
  appendTimes(parts.skew, times);
  sortTimes(times);
  Track<double> turns;
  for (const double time : times) {
    turns.push_back({time, sampleTrack(parts.angle, time, rest.angle)});
  }
  return turns;
}

}  // namespace

double frameRateFor(const Document& document, const NativeChains& natives) {
  const std::vector<double> times = allTimes(document);
  // What is baked or curved is drawn as a straight line from frame to frame.
  const bool curved = std::ranges::any_of(document.clips, hasCurves);
  const bool sheared = std::ranges::any_of(document.skeleton.bones(), isBaked);
  const bool baked = !document.springs.empty() || bakesConstraints(document, natives);
  const double least = sheared ? 480 : baked ? 240 : curved ? 120 : 24;
  for (const double rate :
       {24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 100.0, 120.0, 240.0, 480.0, 600.0}) {
    const bool fits = std::ranges::all_of(
        times, [&](double time) { return std::abs(time * rate - std::round(time * rate)) < 1e-4; });
    if (fits && rate >= least) return rate;
  }
  return 1000;
}

Json colorJson(Vec3 tint, double opacity) {
  Json json = Json::object();
  const std::pair<const char*, double> factors[] = {
      {"aM", opacity}, {"rM", tint.x}, {"gM", tint.y}, {"bM", tint.z}};
  for (const auto& [name, factor] : factors) {
    if (factor != 1) json[name] = rounded(100 * factor);
  }
  return json;
}

Json boneTimeline(const PartsTrack& parts, const PlaneParts& rest, const FrameTiming& timing) {
  Json json = Json::object();
  using Place = Key<Vec3>;
  if (!parts.translation.empty()) {
    const auto describe = [&](const Place& key, const Place&, Json& frame) {
      frame["x"] = rounded(key.value.x - rest.x);
      frame["y"] = rounded(rest.y - key.value.y);
    };
    json["translateFrame"] = framesOf(parts.translation, timing, describe);
  }
  if (const Track<double> turns = turnsOf(parts, rest); !turns.empty()) {
    const auto describe = [&](const Key<double>& key, const Key<double>& next, Json& frame) {
      frame["rotate"] = math::degrees(rest.angle - key.value);
      // More than half a turn to the next frame has to be said.
      const double turn = key.value - next.value;
      if (std::abs(turn) >= math::pi) frame["clockwise"] = turn > 0 ? 1 : -1;
      if (!parts.skew.empty()) {
        const double skew = sampleTrack(parts.skew, key.time, rest.skew);
        frame["skew"] = math::degrees(rest.skew - skew);
      }
    };
    json["rotateFrame"] = framesOf(turns, timing, describe);
  }
  if (!parts.scale.empty()) {
    const auto describe = [&](const Place& key, const Place&, Json& frame) {
      frame["x"] = key.value.x / rest.scale_x;
      frame["y"] = key.value.y / rest.scale_y;
    };
    json["scaleFrame"] = framesOf(parts.scale, timing, describe);
  }
  return json;
}

Json displayFrames(const StepTrack<std::optional<std::size_t>>& shown, const FrameTiming& timing) {
  Track<double> track;
  for (const auto& step : shown) {
    track.push_back({step.time, step.value ? double(*step.value) : -1, Interpolation::step});
  }
  return framesOf(track, timing, [](const Key<double>& key, const Key<double>&, Json& frame) {
    frame["value"] = int(key.value);
  });
}

Json colorFrames(const std::vector<ColorMoment>& colors, const FrameTiming& timing) {
  Track<double> track;  // of places in the list
  for (const ColorMoment& moment : colors) {
    track.push_back({moment.time, double(track.size()), Interpolation::linear});
  }
  return framesOf(track, timing, [&](const Key<double>& key, const Key<double>&, Json& frame) {
    const ColorMoment& moment = colors[std::size_t(std::round(key.value))];
    frame["value"] = colorJson(moment.tint, moment.opacity);
  });
}

bool bendsPositive(const Constraint& chain) {
  return std::get<ReachConstraint>(chain.kind).bend != Bend::counter_clockwise;
}

Json mixFrames(const Constraint& chain, const Track<double>& mix, const FrameTiming& timing) {
  Track<double> steps = mix;
  for (auto& key : steps) key.interpolation = Interpolation::step;
  return framesOf(steps, timing, [&](const Key<double>& key, const Key<double>&, Json& frame) {
    frame["weight"] = key.value;
    frame["bendPositive"] = bendsPositive(chain);
  });
}

Json offsetFrames(const Track<Offsets>& track, const Mat3& turn, const FrameTiming& timing) {
  FrameTiming coarse = timing;
  coarse.bake_step = std::max(timing.bake_step, least_offset_step);
  return framesOf(track, coarse, [&](const Key<Offsets>& key, const Key<Offsets>&, Json& frame) {
    Json vertices = Json::array();
    for (const Vec3& offset : key.value) {
      const Vec3 turned = turn * offset;
      vertices.push_back(rounded(turned.x));
      vertices.push_back(rounded(-turned.y));
    }
    frame["vertices"] = std::move(vertices);
  });
}

}  // namespace vide::detail
