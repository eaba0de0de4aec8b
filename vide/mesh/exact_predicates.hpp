// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vide {

// Geometric tests without rounding, for points on an integer grid.
//
// Exact while any two coordinates of one call differ by at most 1.5 * 2^30: then signed areas and
// squared distances stay below 2^63 and an in-circle determinant below 2^127. Nothing here is
// checked at run time; whoever snaps points to the grid keeps the range.
struct GridPoint {
  std::int32_t x = 0, y = 0;

  friend constexpr bool operator==(GridPoint, GridPoint) = default;
};

// An integer that holds an in-circle determinant. GCC and clang have it on every target of VIDE.
__extension__ using Int128 = __int128;

// Twice the signed area of the triangle (a, b, c): positive when it runs counter-clockwise, zero
// when the points are collinear.
constexpr std::int64_t orientation(GridPoint a, GridPoint b, GridPoint c) {
  const std::int64_t bx = std::int64_t{b.x} - a.x, by = std::int64_t{b.y} - a.y;
  const std::int64_t cx = std::int64_t{c.x} - a.x, cy = std::int64_t{c.y} - a.y;
  return bx * cy - by * cx;
}

// The dot product of b - a and c - a: negative when the angle at `a` is obtuse.
constexpr std::int64_t dotAt(GridPoint a, GridPoint b, GridPoint c) {
  const std::int64_t bx = std::int64_t{b.x} - a.x, by = std::int64_t{b.y} - a.y;
  const std::int64_t cx = std::int64_t{c.x} - a.x, cy = std::int64_t{c.y} - a.y;
  return bx * cx + by * cy;
}

constexpr std::int64_t squaredDistance(GridPoint a, GridPoint b) { return dotAt(a, b, b); }

// 1 when `d` lies strictly inside the circle through the counter-clockwise triangle (a, b, c), 0
// when on it, -1 when outside; the sign turns round for a clockwise triangle.
constexpr int inCircle(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const std::int64_t ax = std::int64_t{a.x} - d.x, ay = std::int64_t{a.y} - d.y;
  const std::int64_t bx = std::int64_t{b.x} - d.x, by = std::int64_t{b.y} - d.y;
  const std::int64_t cx = std::int64_t{c.x} - d.x, cy = std::int64_t{c.y} - d.y;
  const Int128 determinant = Int128{ax * ax + ay * ay} * (bx * cy - by * cx) +
                             Int128{bx * bx + by * by} * (cx * ay - cy * ax) +
                             Int128{cx * cx + cy * cy} * (ax * by - ay * bx);
  return (determinant > 0) - (determinant < 0);
}

}  // namespace vide
