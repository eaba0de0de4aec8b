// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/formats/detail/json.hpp"

// DragonBones' frames, which follow one another and last a number of frames each, as keys.
namespace vide::detail {

struct TimelineTiming {
  double frame_rate = 24;
  double duration = 0;  // of the clip, frames
  bool loop = false;
};

// How a frame goes over into the next one.
struct FrameTween {
  Interpolation interpolation = Interpolation::step;
  Easing easing;
  // Where neither says it: the share of the way, 0..1, after each of these equal shares of time.
  std::vector<double> shares;
};

// By "tweenEasing" and "curve". `frames` is how long it lasts; a tween without length is none.
FrameTween tweenOf(const Json& frame, double frames);

// Where the frames of a list start, in frames from the clip's start, with those after its end left
// out and one more for the end.
std::vector<double> frameStarts(const Json& frames, double duration);

template <class Value, class Mix>
void appendKeys(Track<Value>& track, double from, double to, const Value& value, const Value& next,
                const FrameTween& tween, Mix mix) {
  if (tween.shares.empty()) {
    Key<Value> key;
    key.time = from;
    key.value = value;
    key.interpolation = tween.interpolation;
    key.easing = tween.easing;
    track.push_back(std::move(key));
    return;
  }
  for (std::size_t i = 0; i < tween.shares.size(); ++i) {
    Key<Value> key;
    key.time = from + (to - from) * double(i) / double(tween.shares.size());
    key.value = i == 0 ? value : mix(value, next, tween.shares[i - 1]);
    track.push_back(std::move(key));
  }
}

// The keys of a list of frames. `values` holds what each frame says, in the clip's own terms. A
// last frame that tweens in a clip that loops goes on to the first.
template <class Value, class Mix>
Track<Value> keysOf(const Json& frames, const std::vector<Value>& values,
                    const TimelineTiming& timing, Mix mix) {
  Track<Value> track;
  const std::vector<double> starts = frameStarts(frames, timing.duration);
  const std::size_t count = starts.size() - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const double frames_long = starts[i + 1] - starts[i];
    if (frames_long <= 0 && i + 1 < count) continue;
    const bool last = i + 1 == count;
    FrameTween tween =
        last && (!timing.loop || count == 1) ? FrameTween{} : tweenOf(frames[i], frames_long);
    const Value& next = last ? values.front() : values[i + 1];
    const double from = starts[i] / timing.frame_rate, to = starts[i + 1] / timing.frame_rate;
    appendKeys(track, from, to, values[i], next, tween, mix);
    if (last && tween.interpolation != Interpolation::step) {
      appendKeys(track, to, to, next, next, FrameTween{}, mix);
    }
  }
  return track;
}

inline double mixed(double a, double b, double share) { return a + (b - a) * share; }
inline Vec3 mixed(Vec3 a, Vec3 b, double share) { return a + (b - a) * share; }
inline Offsets mixed(const Offsets& a, const Offsets& b, double share) {
  Offsets out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = mixed(a[i], b[i], share);
  return out;
}

}  // namespace vide::detail
