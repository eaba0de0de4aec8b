// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace vide {

// F is m x 3 with indices 0 .. vertices - 1 throughout.

// Which connected piece each vertex belongs to: pieces are numbered 0, 1, ... in the order of their
// lowest vertex; a vertex in no triangle is a piece of its own.
struct Components {
  int count = 0;
  std::vector<int> of_vertex;
};
Components connectedComponents(int vertices, const Eigen::MatrixX3i& F);

// Directed edges (from, to) of triangles whose opposite (to, from) no triangle has: where the
// winding is consistent, the boundary with the surface to the left. Ascending by (from, to).
std::vector<std::array<int, 2>> boundaryEdges(const Eigen::MatrixX3i& F);

// The triangles that bound tetrahedra, wound counter-clockwise seen from outside where the volumes
// are positive: those that only one tetrahedron has, in the order of the tetrahedra. T is m x 4.
Eigen::MatrixX3i boundaryFaces(const Eigen::MatrixX4i& T);

}  // namespace vide
