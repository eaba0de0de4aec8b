// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/raster/camera.hpp"

namespace vide::detail {

// Positions on the canvas are whole numbers of 1/256 pixel ("subpixels").
inline constexpr int subpixels = 256;

// A vertex on the canvas, y down.
struct ScreenVertex {
  Vec2 exact;                 // pixels, before rounding
  std::int64_t x = 0, y = 0;  // subpixels
  bool drawable = false;      // finite
};

struct ScreenTriangle {
  int v[3] = {0, 0, 0};            // turned, where needed, so that its area is positive (y down)
  int first_row = 0, end_row = 0;  // rows of the canvas it may touch; none if it is not drawn
  bool drawn = false;
};

struct ScreenEdge {
  Vec2 from, to;  // pixels
};

// A mesh as the camera sees it, worked out once per drawing. Its arrays are reused.
struct ScreenMesh {
  std::vector<ScreenVertex> vertices;
  std::vector<ScreenTriangle> triangles;
  std::vector<ScreenEdge> outlines;  // edges that do not have one triangle on each side
  double area = 0;                   // of all drawn triangles, square pixels

  void build(std::span<const float> positions, std::span<const int> corners, const Camera2D& camera,
             int height);
  // The same for x, y, z per vertex, without outlines.
  void placeSpatial(std::span<const float> positions, std::span<const int> corners,
                    const Camera2D& camera, int height);

 private:
  void place(std::span<const float> positions, std::size_t stride, std::span<const int> corners,
             const Camera2D& camera, int height);
  void placeVertices(std::span<const float> positions, std::size_t stride, const Camera2D& camera);
  void placeTriangle(std::span<const int, 3> corners, ScreenTriangle& out, int height);
  void findOutlines();
  void countEdges();
  void sortEdges();

  // Edges by their lower vertex: those of vertex v are edge_start[v] .. edge_start[v + 1].
  struct HalfEdge {
    int upper = 0;      // the other vertex
    int direction = 0;  // +1 where a triangle runs from lower to upper, else -1
  };
  std::vector<int> edge_start_;
  std::vector<HalfEdge> half_edges_;
  std::vector<int> balance_;  // per vertex: sum of the directions of one edge
};

}  // namespace vide::detail
