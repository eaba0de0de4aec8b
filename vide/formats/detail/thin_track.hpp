// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "vide/animation/clip.hpp"

namespace vide::detail {

inline double apart(double a, double b) { return std::abs(a - b); }
inline double apart(Vec3 a, Vec3 b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

// Whether a straight line between two values passes all those between them.
template <class Value>
bool isStraight(const StepTrack<Value>& track, std::size_t from, std::size_t to, double tolerance) {
  const auto &start = track[from], &end = track[to];
  for (std::size_t i = from + 1; i < to; ++i) {
    const double share = (track[i].time - start.time) / (end.time - start.time);
    const Value between = start.value + (end.value - start.value) * share;
    if (!(apart(between, track[i].value) <= tolerance)) return false;
  }
  return true;
}

// Values at their times as a track of linear keys, fewer of them, off by at most `tolerance`;
// without any where the value is `rest` all the time. Values of very many times take a quarter of
// the room that keys would.
template <class Value>
Track<Value> thinned(const StepTrack<Value>& track, double tolerance, const Value& rest) {
  constexpr std::size_t longest = 100;  // keys in a row that are left out
  const bool still = std::ranges::all_of(
      track, [&](const auto& key) { return apart(key.value, rest) <= tolerance; });
  if (still) return {};
  Track<Value> kept;
  const auto keep = [&](const Step<Value>& moment) {
    Key<Value> key;
    key.time = moment.time;
    key.value = moment.value;
    kept.push_back(std::move(key));
  };
  keep(track.front());
  std::size_t last = 0;
  for (std::size_t i = 1; i + 1 < track.size(); ++i) {
    if (i - last < longest && isStraight(track, last, i + 1, tolerance)) continue;
    keep(track[i]);
    last = i;
  }
  if (track.size() > 1) keep(track.back());
  return kept;
}

}  // namespace vide::detail
