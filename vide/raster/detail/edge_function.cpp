// SPDX-License-Identifier: MIT
#include "vide/raster/detail/edge_function.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

namespace vide::detail {

namespace {

// Within this distance of the canvas's corner, 2^19 pixels, products of differences fit 64 bits,
// and the values of an edge that crosses a canvas fit the 53 bits of a double.
constexpr std::int64_t guard = std::int64_t{1} << 27;

struct Point {
  std::int64_t x, y;
};

bool isNear(const ScreenVertex& v) { return std::abs(v.x) <= guard && std::abs(v.y) <= guard; }

EdgeFunction through(Point p, Point q) {
  EdgeFunction e{p.y - q.y, q.x - p.x, 0};
  e.c = -(e.a * p.x + e.b * p.y);
  const bool owns_its_points = e.a > 0 || (e.a == 0 && e.b > 0);
  if (!owns_its_points) e.c -= 1;
  return e;
}

// Narrows [t0, t1] to where start + t * step lies within the guard band.
void narrow(double start, double step, double& t0, double& t1) {
  constexpr double limit = double(guard);
  if (step == 0) {
    if (std::abs(start) > limit) t1 = -1;
    return;
  }
  const double ta = (-limit - start) / step;
  const double tb = (limit - start) / step;
  t0 = std::max(t0, std::min(ta, tb));
  t1 = std::min(t1, std::max(ta, tb));
}

// The part of a segment that lies near the canvas.
std::optional<std::pair<Point, Point>> nearPart(const ScreenVertex& p, const ScreenVertex& q) {
  const double dx = double(q.x - p.x);
  const double dy = double(q.y - p.y);
  double t0 = 0;
  double t1 = 1;
  narrow(double(p.x), dx, t0, t1);
  narrow(double(p.y), dy, t0, t1);
  if (t0 > t1) return std::nullopt;
  const auto at = [&](double t) {
    return Point{std::clamp(std::int64_t(std::floor(double(p.x) + t * dx + 0.5)), -guard, guard),
                 std::clamp(std::int64_t(std::floor(double(p.y) + t * dy + 0.5)), -guard, guard)};
  };
  const Point from = at(t0);
  const Point to = at(t1);
  if (from.x == to.x && from.y == to.y) return std::nullopt;
  return std::pair{from, to};
}

// A line that stays far from the canvas has all of it on one side.
EdgeFunction onOneSide(const ScreenVertex& p, const ScreenVertex& q) {
  const double side =
      (double(q.y) - double(p.y)) * double(p.x) - (double(q.x) - double(p.x)) * double(p.y);
  return {0, 0, side > 0 ? 0 : -1};
}

// Both triangles at an edge must see the same line, whichever way they run along it.
EdgeFunction farEdge(const ScreenVertex& p, const ScreenVertex& q) {
  const bool forward = std::tie(p.x, p.y) < std::tie(q.x, q.y);
  const auto part = forward ? nearPart(p, q) : nearPart(q, p);
  if (!part) return onOneSide(p, q);
  return forward ? through(part->first, part->second) : through(part->second, part->first);
}

}  // namespace

double signedArea(const ScreenVertex& a, const ScreenVertex& b, const ScreenVertex& c) {
  if (isNear(a) && isNear(b) && isNear(c)) {
    return double((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  }
  return double(b.x - a.x) * double(c.y - a.y) - double(b.y - a.y) * double(c.x - a.x);
}

EdgeFunction edgeFunction(const ScreenVertex& p, const ScreenVertex& q) {
  if (isNear(p) && isNear(q)) return through({p.x, p.y}, {q.x, q.y});
  return farEdge(p, q);
}

}  // namespace vide::detail
