// SPDX-License-Identifier: MIT
#include "vide/raster/detail/fill.hpp"

#include <cmath>
#include <cstdlib>

namespace vide::detail {

namespace {

PixelRange columnsOf(const ScreenMesh& mesh, const ScreenTriangle& t, int width) {
  const auto [left, right] =
      std::minmax({mesh.vertices[std::size_t(t.v[0])].x, mesh.vertices[std::size_t(t.v[1])].x,
                   mesh.vertices[std::size_t(t.v[2])].x});
  const std::int64_t limit = std::int64_t{width} * subpixels;
  return {int(std::clamp<std::int64_t>(left, 0, limit) / subpixels),
          int(std::min<std::int64_t>(
              std::clamp<std::int64_t>(right, -subpixels, limit) / subpixels + 1, width))};
}

}  // namespace

TriangleCover::TriangleCover(const ScreenMesh& mesh, const ScreenTriangle& triangle, int width)
    : columns_(columnsOf(mesh, triangle, width)) {
  for (int i = 0; i < 3; ++i) {
    Edge& e = edges_[i];
    e.f = edgeFunction(mesh.vertices[std::size_t(triangle.v[i])],
                       mesh.vertices[std::size_t(triangle.v[(i + 1) % 3])]);
    e.step = e.f.a * subpixels;
    e.reach = (std::abs(e.f.a) + std::abs(e.f.b)) * (subpixels / 2);
  }
}

void TriangleCover::setRow(int y) {
  for (Edge& e : edges_) {
    e.value = e.f.at(subpixels / 2, std::int64_t{y} * subpixels + subpixels / 2);
  }
}

PixelRange TriangleCover::range(std::int64_t reaches) const {
  PixelRange range = columns_;
  for (const Edge& e : edges_) {
    narrow(range, e, e.value + reaches * e.reach);
  }
  return range;
}

// Keeps the pixels x with value + step * x >= 0. Where the edge crosses the canvas its values stay
// below 2^52, so a division of doubles, cut off, is the exact quotient; elsewhere it is only
// clamped.
void TriangleCover::narrow(PixelRange& range, const Edge& edge, std::int64_t value) {
  const std::int64_t step = edge.step;
  if (step == 0) {
    if (value < 0) range.end = range.begin;
    return;
  }
  // Either way the value rises along the row until, at the wanted x, it is no longer negative.
  const std::int64_t rise = step > 0 ? step : -step;
  if (step < 0) value = -value - 1;
  const double x = double(rise - 1 - value) / double(rise);
  (step > 0 ? range.begin : range.end) = int(std::clamp(x, double(range.begin), double(range.end)));
}

std::uint32_t TriangleCover::samples(int x) const {
  std::uint32_t outside = 0;
  for (const Edge& e : edges_) {
    const std::int64_t center = e.value + e.step * x;
    if (center >= e.reach) continue;
    for (int s = 0; s < samples_per_pixel; ++s) {
      const std::int64_t value = center + e.f.a * sample_x[s] + e.f.b * sample_y[s];
      outside |= std::uint32_t(std::uint64_t(value) >> 63) << s;
    }
  }
  return ~outside & ((1U << samples_per_pixel) - 1);
}

}  // namespace vide::detail
