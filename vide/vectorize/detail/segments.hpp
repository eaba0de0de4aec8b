// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "vide/core/vec.hpp"

// Exact for coordinates that are multiples of 1/1024 up to 32768.
namespace vide::detail {

inline int turn(Vec2 a, Vec2 b, Vec2 c) {
  const double area = cross(b - a, c - a);
  return (area > 0) - (area < 0);
}

inline bool boxesMeet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return std::max(a.x, b.x) >= std::min(c.x, d.x) && std::max(c.x, d.x) >= std::min(a.x, b.x) &&
         std::max(a.y, b.y) >= std::min(c.y, d.y) && std::max(c.y, d.y) >= std::min(a.y, b.y);
}

// Whether the closed segments a b and c d share a point.
inline bool segmentsMeet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return boxesMeet(a, b, c, d) && turn(a, b, c) * turn(a, b, d) <= 0 &&
         turn(c, d, a) * turn(c, d, b) <= 0;
}

// Whether the way a -> b -> c returns over itself at b, or stands still.
inline bool foldsBack(Vec2 a, Vec2 b, Vec2 c) {
  return turn(a, b, c) == 0 && dot(b - a, c - b) <= 0;
}

}  // namespace vide::detail
