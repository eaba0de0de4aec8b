// SPDX-License-Identifier: MIT
#pragma once

#include "vide/mesh/tri_mesh.hpp"

// A flat bar, `columns` x 4 unit squares, each cut in two: the shape that the examples bend.
inline vide::TriMesh bar(int columns) {
  constexpr int rows = 4;
  vide::TriMesh mesh{Eigen::MatrixXd((columns + 1) * (rows + 1), 2),
                     Eigen::MatrixX3i(2 * columns * rows, 3)};
  for (int c = 0, v = 0; c <= columns; ++c) {
    for (int r = 0; r <= rows; ++r, ++v) mesh.V.row(v) << c, r;
  }
  for (int c = 0, f = 0; c < columns; ++c) {
    for (int r = 0; r < rows; ++r, f += 2) {
      const int v = c * (rows + 1) + r, right = v + rows + 1;
      mesh.F.row(f) << v, right, right + 1;
      mesh.F.row(f + 1) << v, right + 1, v + 1;
    }
  }
  return mesh;
}
