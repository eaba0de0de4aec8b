// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace vide {

// What a mesh file holds: triangles and tetrahedra over the same vertices, which stay in the file's
// order whether an element uses them or not.
//
// Polygons arrive as triangles, each polygon's next to each other and all in the order of the
// polygons. Tetrahedra arrive with positive volume: of those that have it negative in the file the
// last two corners are exchanged. Degenerate elements stay as they are.
struct MeshContent {
  Eigen::MatrixXd V;   // n x 3, n > 0, finite
  Eigen::MatrixX3i F;  // triangles, rows of V, 0-based; counter-clockwise front as in the file
  Eigen::MatrixX4i T;  // tetrahedra, rows of V, 0-based
};

// What a file may hold at most; readers never reserve more memory than the file's size justifies.
struct MeshLimits {
  std::size_t max_vertices = 100'000'000;
  std::size_t max_elements = 100'000'000;   // polygons, and also tetrahedra
  std::size_t max_polygon_corners = 1'000;  // of one polygon
};

// How a format that knows both ways is written.
enum class MeshEncoding { text, binary };

}  // namespace vide
