// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <random>

#include "vide/mesh/tri_mesh.hpp"

namespace vide::test {

// A rectangle of columns x rows unit squares, each cut in two; vertex (c, r) is r (columns + 1) +
// c. `jitter` moves the vertices inside by up to that much, always the same way.
inline TriMesh gridMesh(int columns, int rows, double jitter = 0) {
  std::mt19937 engine(5);
  const auto draw = [&] { return jitter * (double(engine()) / 2147483648.0 - 1); };
  TriMesh mesh{Eigen::MatrixXd((columns + 1) * (rows + 1), 2),
               Eigen::MatrixX3i(2 * columns * rows, 3)};
  for (int r = 0, v = 0; r <= rows; ++r) {
    for (int c = 0; c <= columns; ++c, ++v) {
      const bool inside = r > 0 && r < rows && c > 0 && c < columns;
      mesh.V.row(v) << c + (inside ? draw() : 0), r + (inside ? draw() : 0);
    }
  }
  for (int r = 0, f = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c, f += 2) {
      const int v = r * (columns + 1) + c, above = v + columns + 1;
      mesh.F.row(f) << v, v + 1, above + 1;
      mesh.F.row(f + 1) << v, above + 1, above;
    }
  }
  return mesh;
}

// Both meshes in one, the second moved by (x, y). Both are n x 2.
inline TriMesh besides(const TriMesh& a, const TriMesh& b, double x, double y) {
  TriMesh both{Eigen::MatrixXd(a.V.rows() + b.V.rows(), 2),
               Eigen::MatrixX3i(a.F.rows() + b.F.rows(), 3)};
  both.V << a.V, b.V.rowwise() + Eigen::RowVector2d(x, y);
  both.F << a.F, (b.F.array() + int(a.V.rows())).matrix();
  return both;
}

}  // namespace vide::test
