// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/exact_predicates.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide::detail {

// The drawing's extent in grid cells is at most this on the finest grid. The square around the
// drawing that the triangulation starts from is half as large again, which is what the exact
// predicates can bear.
inline constexpr std::int32_t grid_extent = 1 << 30;
inline constexpr std::int32_t grid_margin = grid_extent / 4;
// With this extent a product of two coordinate differences fits the 53 bits of a double, so that
// even areas computed in doubles are exact.
inline constexpr std::int32_t exact_area_extent = 1 << 26;

// Between document coordinates and an integer grid with cells of a power of two. The grid's lines
// pass through the document's origin, so moving a drawing by whole cells changes nothing.
struct SnapGrid {
  double cell = 1;      // pixels
  double x = 0, y = 0;  // document coordinates of grid point (0, 0), multiples of the cell

  Vec2 toDocument(GridPoint p) const { return {x + p.x * cell, y + p.y * cell}; }
  Vec2 toGrid(Vec2 p) const { return {(p.x - x) / cell, (p.y - y) / cell}; }
};

// Outlines on the grid, rings one after the other, without neighbours that coincide.
struct SnappedOutlines {
  SnapGrid grid;
  std::vector<GridPoint> points;
  std::vector<int> ring_start;  // rings + 1; a ring that lost its area is empty
  std::vector<int> next;        // the following point of the same ring
  std::vector<int> source;      // a point's index in its input ring

  int ringOf(int point) const;
  // "point 3 of ring 1 at (4.5, 6)" for messages.
  std::string describe(int point) const;
};

Result<SnappedOutlines> snapOutlines(const Outlines& outlines, std::int32_t extent = grid_extent);

}  // namespace vide::detail
