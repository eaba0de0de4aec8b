// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "vide/animation/clip.hpp"

namespace vide::detail {

inline double apart(double a, double b) { return std::abs(a - b); }
inline double apart(Vec3 a, Vec3 b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

// Whether a straight line between two keys passes all those between them.
template <class Value>
bool isStraight(const Track<Value>& track, std::size_t from, std::size_t to, double tolerance) {
  const auto &start = track[from], &end = track[to];
  for (std::size_t i = from + 1; i < to; ++i) {
    const double share = (track[i].time - start.time) / (end.time - start.time);
    const Value between = start.value + (end.value - start.value) * share;
    if (!(apart(between, track[i].value) <= tolerance)) return false;
  }
  return true;
}

// A track of linear keys with fewer of them, off by at most `tolerance`; without any where the
// value is `rest` all the time.
template <class Value>
Track<Value> thinned(const Track<Value>& track, double tolerance, const Value& rest) {
  constexpr std::size_t longest = 100;  // keys in a row that are left out
  const bool still = std::ranges::all_of(
      track, [&](const auto& key) { return apart(key.value, rest) <= tolerance; });
  if (still) return {};
  Track<Value> kept{track.front()};
  std::size_t last = 0;
  for (std::size_t i = 1; i + 1 < track.size(); ++i) {
    if (i - last < longest && isStraight(track, last, i + 1, tolerance)) continue;
    kept.push_back(track[i]);
    last = i;
  }
  if (track.size() > 1) kept.push_back(track.back());
  return kept;
}

}  // namespace vide::detail
