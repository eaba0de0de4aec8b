// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/snapped_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

struct Bounds {
  Vec2 low, high;

  double extent() const { return std::max(high.x - low.x, high.y - low.y); }
  double reach() const {
    return std::max({std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
  }
};

Result<Bounds> boundsOf(const Outlines& outlines) {
  if (outlines.rings.empty())
    return fail(ErrorCode::invalid_argument, "outlines: there is no ring; nothing to triangulate");
  Bounds bounds{{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (std::size_t r = 0; r < outlines.rings.size(); ++r) {
    const auto& points = outlines.rings[r].points;
    if (points.size() < 3)
      return fail(ErrorCode::invalid_argument,
                  text("ring ", r, ": has ", points.size(), " points; a ring needs at least 3"));
    for (std::size_t i = 0; i < points.size(); ++i) {
      // Beyond this the extent itself could overflow.
      if (!(std::abs(points[i].x) < 1e150 && std::abs(points[i].y) < 1e150))
        return fail(ErrorCode::invalid_argument,
                    text("ring ", r, ", point ", i, ": a coordinate is not a finite number"));
      bounds.low = {std::min(bounds.low.x, points[i].x), std::min(bounds.low.y, points[i].y)};
      bounds.high = {std::max(bounds.high.x, points[i].x), std::max(bounds.high.y, points[i].y)};
    }
  }
  return bounds;
}

SnapGrid gridFor(const Bounds& bounds, std::int32_t extent) {
  // Grid coordinates times the cell must be exact doubles as well, however far from the origin.
  const double finest = std::max(bounds.extent() / (extent - 2), bounds.reach() / 0x1p51);
  double cell = 1;
  while (cell < finest) cell *= 2;
  while (cell / 2 >= finest && cell > 0x1p-500) cell /= 2;
  return {cell, std::floor(bounds.low.x / cell) * cell, std::floor(bounds.low.y / cell) * cell};
}

GridPoint snap(const SnapGrid& grid, Vec2 point) {
  const Vec2 exact = grid.toGrid(point);
  return {static_cast<std::int32_t>(std::floor(exact.x + 0.5)),
          static_cast<std::int32_t>(std::floor(exact.y + 0.5))};
}

bool isCollinear(std::span<const GridPoint> ring) {
  return ring.size() < 3 || std::ranges::all_of(ring.subspan(2), [&](GridPoint p) {
           return orientation(ring[0], ring[1], p) == 0;
         });
}

void appendRing(const Ring& ring, SnappedOutlines& snapped) {
  const std::size_t first = snapped.points.size();
  for (std::size_t i = 0; i < ring.points.size(); ++i) {
    const GridPoint point = snap(snapped.grid, ring.points[i]);
    if (snapped.points.size() > first && snapped.points.back() == point) continue;
    snapped.points.push_back(point);
    snapped.source.push_back(static_cast<int>(i));
  }
  if (snapped.points.size() > first + 1 && snapped.points.back() == snapped.points[first]) {
    snapped.points.pop_back();
    snapped.source.pop_back();
  }
  if (isCollinear(std::span(snapped.points).subspan(first))) {
    snapped.points.resize(first);
    snapped.source.resize(first);
  }
  for (std::size_t i = first; i < snapped.points.size(); ++i)
    snapped.next.push_back(static_cast<int>(i + 1 < snapped.points.size() ? i + 1 : first));
  snapped.ring_start.push_back(static_cast<int>(snapped.points.size()));
}

}  // namespace

int SnappedOutlines::ringOf(int point) const {
  const auto after = std::upper_bound(ring_start.begin(), ring_start.end(), point);
  return static_cast<int>(after - ring_start.begin()) - 1;
}

std::string SnappedOutlines::describe(int point) const {
  const Vec2 at = grid.toDocument(points[point]);
  return text("point ", source[point], " of ring ", ringOf(point), " at (", at.x, ", ", at.y, ")");
}

Result<SnappedOutlines> snapOutlines(const Outlines& outlines, std::int32_t extent) {
  const auto bounds = boundsOf(outlines);
  if (!bounds) return std::unexpected(bounds.error());
  SnappedOutlines snapped;
  snapped.grid = gridFor(*bounds, extent);
  snapped.ring_start.push_back(0);
  for (const Ring& ring : outlines.rings) appendRing(ring, snapped);
  if (snapped.points.empty())
    return fail(ErrorCode::invalid_argument, "outlines: no ring encloses an area");
  return snapped;
}

}  // namespace vide::detail
