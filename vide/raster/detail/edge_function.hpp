// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "vide/raster/detail/screen_mesh.hpp"

namespace vide::detail {

// a x + b y + c with x, y in subpixels: not negative on the inner side of a triangle's edge. Points
// on the edge itself belong to one of the two triangles that share it.
// After J. Pineda, "A Parallel Algorithm for Polygon Rasterization", SIGGRAPH 1988.
struct EdgeFunction {
  std::int64_t a = 0, b = 0, c = 0;

  std::int64_t at(std::int64_t x, std::int64_t y) const { return a * x + b * y + c; }
};

// Twice the area in square subpixels, positive when a, b, c turn clockwise as seen (y down). Exact
// near the canvas, where only the sign of zero matters; rounded for triangles of immense size.
double signedArea(const ScreenVertex& a, const ScreenVertex& b, const ScreenVertex& c);

// The edge from p to q of a triangle of positive area.
EdgeFunction edgeFunction(const ScreenVertex& p, const ScreenVertex& q);

}  // namespace vide::detail
