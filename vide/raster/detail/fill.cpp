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
    e.inverse_step = e.step != 0 ? 1.0 / double(e.step) : 0;
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
  for (const Edge& e : edges_) narrow(range, e, e.value + reaches * e.reach);
  return range;
}

// Keeps the pixels x with value + step * x >= 0. The division is only a guess; integers decide.
void TriangleCover::narrow(PixelRange& range, const Edge& edge, std::int64_t value) {
  if (range.begin >= range.end) return;
  const std::int64_t step = edge.step;
  if (step == 0) {
    if (value < 0) range.end = range.begin;
    return;
  }
  const double guess =
      std::clamp(-double(value) * edge.inverse_step, double(range.begin), double(range.end));
  int x = int(guess);
  if (step > 0) {
    while (x < range.end && value + step * x < 0) ++x;
    while (x > range.begin && value + step * (x - 1) >= 0) --x;
    range.begin = x;
  } else {
    while (x < range.end && value + step * x >= 0) ++x;
    while (x > range.begin && value + step * (x - 1) < 0) --x;
    range.end = x;
  }
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
