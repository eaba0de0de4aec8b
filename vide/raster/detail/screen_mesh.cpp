// SPDX-License-Identifier: MIT
#include "vide/raster/detail/screen_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "vide/raster/detail/edge_function.hpp"

namespace vide::detail {

namespace {

constexpr double farthest = 1e12;  // pixels

std::int64_t toSubpixels(double pixels) {
  return std::int64_t(std::floor(pixels * subpixels + 0.5));
}

int clampedRow(double row, int height) {
  return int(std::clamp(std::floor(row), 0.0, double(height)));
}

}  // namespace

void ScreenMesh::build(std::span<const float> positions, std::span<const int> corners,
                       const Camera2D& camera, int height) {
  place(positions, 2, corners, camera, height);
  findOutlines();
}

void ScreenMesh::placeSpatial(std::span<const float> positions, std::span<const int> corners,
                              const Camera2D& camera, int height) {
  place(positions, 3, corners, camera, height);
}

void ScreenMesh::place(std::span<const float> positions, std::size_t stride,
                       std::span<const int> corners, const Camera2D& camera, int height) {
  placeVertices(positions, stride, camera);
  triangles.resize(corners.size() / 3);
  area = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    placeTriangle(corners.subspan(3 * t).first<3>(), triangles[t], height);
  }
}

void ScreenMesh::placeVertices(std::span<const float> positions, std::size_t stride,
                               const Camera2D& camera) {
  vertices.resize(positions.size() / stride);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2 pixel = camera.toPixels({positions[stride * i], positions[stride * i + 1]});
    ScreenVertex& v = vertices[i];
    v.drawable = isFinite(pixel);
    if (!v.drawable) continue;
    v.exact = {std::clamp(pixel.x, -farthest, farthest), std::clamp(pixel.y, -farthest, farthest)};
    v.x = toSubpixels(v.exact.x);
    v.y = toSubpixels(v.exact.y);
  }
}

void ScreenMesh::placeTriangle(std::span<const int, 3> corners, ScreenTriangle& out, int height) {
  out = {};
  const ScreenVertex& a = vertices[std::size_t(corners[0])];
  const ScreenVertex& b = vertices[std::size_t(corners[1])];
  const ScreenVertex& c = vertices[std::size_t(corners[2])];
  if (!a.drawable || !b.drawable || !c.drawable) return;
  const double twice_area = signedArea(a, b, c);
  if (twice_area == 0) return;
  std::copy(corners.begin(), corners.end(), out.v);
  if (twice_area < 0) std::swap(out.v[1], out.v[2]);
  const auto [top, bottom] = std::minmax({a.y, b.y, c.y});
  out.first_row = clampedRow(double(top) / subpixels, height);
  out.end_row = clampedRow(double(bottom) / subpixels + 1, height);
  out.drawn = true;
  area += std::abs(twice_area) / (2.0 * subpixels * subpixels);
}

void ScreenMesh::findOutlines() {
  countEdges();
  sortEdges();
  outlines.clear();
  balance_.assign(vertices.size(), 0);
  for (std::size_t lower = 0; lower < vertices.size(); ++lower) {
    const auto edges = std::span(half_edges_)
                           .subspan(std::size_t(edge_start_[lower]),
                                    std::size_t(edge_start_[lower + 1] - edge_start_[lower]));
    for (const HalfEdge& e : edges) balance_[std::size_t(e.upper)] += e.direction;
    for (const HalfEdge& e : edges) {
      if (balance_[std::size_t(e.upper)] == 0) continue;
      outlines.push_back({vertices[lower].exact, vertices[std::size_t(e.upper)].exact});
      balance_[std::size_t(e.upper)] = 0;
    }
  }
}

void ScreenMesh::countEdges() {
  edge_start_.assign(vertices.size() + 1, 0);
  for (const ScreenTriangle& t : triangles) {
    if (!t.drawn) continue;
    for (int i = 0; i < 3; ++i) {
      ++edge_start_[std::size_t(std::min(t.v[i], t.v[(i + 1) % 3])) + 1];
    }
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) edge_start_[v + 1] += edge_start_[v];
}

void ScreenMesh::sortEdges() {
  half_edges_.resize(std::size_t(edge_start_.back()));
  balance_.assign(edge_start_.begin(), edge_start_.end() - 1);
  for (const ScreenTriangle& t : triangles) {
    if (!t.drawn) continue;
    for (int i = 0; i < 3; ++i) {
      const int from = t.v[i];
      const int to = t.v[(i + 1) % 3];
      const int place = balance_[std::size_t(std::min(from, to))]++;
      half_edges_[std::size_t(place)] = {std::max(from, to), from < to ? 1 : -1};
    }
  }
}

}  // namespace vide::detail
