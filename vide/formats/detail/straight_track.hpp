// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/formats/detail/plane_tracks.hpp"

namespace vide::detail {

// Which curves a format has words for.
enum class KeptCurves { none, bezier };

// Keys of a whole mesh are large: no more of them than it takes to look right. Seconds.
inline constexpr double least_offset_step = 1.0 / 60;

inline double sampledAt(const Track<double>& track, double time) {
  return sampleTrack(track, time, 0.0);
}
inline Vec3 sampledAt(const Track<Vec3>& track, double time) {
  return sampleTrack(track, time, Vec3{});
}
inline Offsets sampledAt(const Track<Offsets>& track, double time) {
  Clip clip;
  clip.duration = track.back().time;
  clip.offsets.push_back({0, track});
  Offsets offsets(track.front().value.size());
  sampleOffsets(clip, 0, time, offsets);
  return offsets;
}

// The same motion with keys `step` apart, and straight lines between them, where a curve is not
// kept.
template <class Value>
Track<Value> straightened(const Track<Value>& track, double step, KeptCurves kept) {
  Track<Value> straight;
  for (std::size_t i = 0; i < track.size(); ++i) {
    Key<Value> key = track[i];
    const bool curved = key.interpolation == Interpolation::cubic ||
                        (key.interpolation == Interpolation::bezier && kept == KeptCurves::none);
    if (!curved) {
      straight.push_back(std::move(key));
      continue;
    }
    key.interpolation = Interpolation::linear;
    straight.push_back(key);
    if (i + 1 == track.size()) break;
    const double span = track[i + 1].time - key.time;
    const int pieces = std::max(1, int(std::ceil(span / step - 1e-9)));
    for (int k = 1; k < pieces; ++k) {
      Key<Value> between;
      between.time = key.time + span * k / pieces;
      between.value = sampledAt(track, between.time);
      straight.push_back(std::move(between));
    }
  }
  return straight;
}

// The same with all keys on whole multiples of `tick`; the values are those at the new times.
template <class Value>
Track<Value> snapped(const Track<Value>& track, double tick) {
  constexpr double instant = 1e-4;  // keys nearer to one another are a jump
  Track<Value> on_ticks;
  for (std::size_t i = 0; i < track.size(); ++i) {
    Key<Value> key = track[i];
    const double time = std::round(key.time / tick) * tick;
    const bool lands = i > 0 && (track[i - 1].interpolation == Interpolation::step ||
                                 key.time - track[i - 1].time < instant);
    const bool leaves = i + 1 < track.size() && track[i + 1].time - key.time < instant;
    const bool holds = key.interpolation == Interpolation::step;
    if (std::abs(time - key.time) > 1e-7 && !lands && !leaves && !holds) {
      key.value = sampledAt(track, time);
    }
    key.time = leaves ? time - tick : time;
    while (!on_ticks.empty() && on_ticks.back().time >= key.time - tick / 2) on_ticks.pop_back();
    if (key.time >= 0) on_ticks.push_back(std::move(key));
  }
  return on_ticks;
}

}  // namespace vide::detail
