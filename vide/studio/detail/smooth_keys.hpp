// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "vide/animation/clip.hpp"

// Tangents of cubic keys that nobody has set: the curve goes smoothly through the keys, rests where
// they turn back and at both ends, and never overshoots (Fritsch and Carlson, "Monotone Piecewise
// Cubic Interpolation", 1980, with the mean of both slopes). While a track is edited such tangents
// are left open; closing them works them out for the keys that are there then.
namespace vide::detail {

inline constexpr double open_number = std::numeric_limits<double>::quiet_NaN();

// Between keys before and after; the slopes are values per second.
inline double smoothTangent(double before, double after) {
  if (!(before * after > 0)) return 0;
  const double most = 3 * std::min(std::abs(before), std::abs(after));
  return std::clamp((before + after) / 2, -most, most);
}
inline Vec3 smoothTangent(Vec3 before, Vec3 after) {
  return {smoothTangent(before.x, after.x), smoothTangent(before.y, after.y),
          smoothTangent(before.z, after.z)};
}

// Rotations in space and offsets keep the tangents that they have.
template <class Value>
inline constexpr bool is_smoothed = std::is_same_v<Value, double> || std::is_same_v<Value, Vec3>;

template <class Value>
Value smoothTangentAt(const Track<Value>& keys, std::size_t i) {
  if (i == 0 || i + 1 == keys.size()) return Value{};
  const auto slope = [&](std::size_t from) {
    const double span = keys[from + 1].time - keys[from].time;
    return (keys[from + 1].value + keys[from].value * -1.0) * (1 / span);
  };
  return smoothTangent(slope(i - 1), slope(i));
}

inline bool isOpen(double tangent) { return std::isnan(tangent); }
inline bool isOpen(Vec3 tangent) { return std::isnan(tangent.x); }

template <class Value>
void openTangents(Key<Value>& key) {
  if constexpr (std::is_same_v<Value, double>) key.in_tangent = key.out_tangent = open_number;
  if constexpr (std::is_same_v<Value, Vec3>) key.in_tangent = key.out_tangent = {open_number, 0, 0};
}

// What a tangent is unless somebody sets it: only cubic stretches have any.
template <class Value>
Value ownTangent(const Track<Value>& keys, std::size_t i, std::size_t from) {
  const bool is_cubic = from < keys.size() && keys[from].interpolation == Interpolation::cubic;
  return is_cubic ? smoothTangentAt(keys, i) : no_tangent<Value>;
}

template <class Value>
void openTangents(Track<Value>& keys) {
  if constexpr (is_smoothed<Value>) {
    const Track<Value> before = keys;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const bool is_own = before[i].in_tangent == ownTangent(before, i, i - 1) &&
                          before[i].out_tangent == ownTangent(before, i, i);
      if (is_own) openTangents(keys[i]);
    }
  }
}

template <class Value>
void closeTangents(Track<Value>& keys) {
  if constexpr (is_smoothed<Value>) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (isOpen(keys[i].in_tangent)) keys[i].in_tangent = ownTangent(keys, i, i - 1);
      if (isOpen(keys[i].out_tangent)) keys[i].out_tangent = ownTangent(keys, i, i);
    }
  }
}

// Steps have none.
template <class Value>
void openTangents(StepTrack<Value>&) {}
template <class Value>
void closeTangents(StepTrack<Value>&) {}

}  // namespace vide::detail
