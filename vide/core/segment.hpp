// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/vec.hpp"

namespace vide {

// The point of the segment a b that is nearest to p.
template <class Vec>
constexpr Vec nearestOnSegment(Vec a, Vec b, Vec p) {
  const Vec along = b - a;
  const double squared = dot(along, along);
  const double t = squared > 0 ? dot(p - a, along) / squared : 0;
  if (t <= 0) return a;
  return t >= 1 ? b : a + along * t;
}

// The square of the distance from p to the nearest point of the segment a b, which may be a point.
constexpr double squaredDistanceToSegment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double t = dot(p - a, along);
  if (t <= 0) return squaredLength(p - a);
  const double size = squaredLength(along);
  if (t >= size) return squaredLength(p - b);
  const double off = cross(along, p - a);
  return off * off / size;
}

}  // namespace vide
