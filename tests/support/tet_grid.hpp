// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <random>

#include "vide/mesh/tet_mesh.hpp"

namespace vide::test {

// A box of columns x rows x layers unit cubes, each cut into six tetrahedra along the same space
// diagonal; vertex (c, r, l) is (l (rows + 1) + r) (columns + 1) + c. `jitter` moves the vertices
// inside by up to that much, always the same way.
inline TetMesh tetGrid(int columns, int rows, int layers, double jitter = 0) {
  std::mt19937 engine(7);
  const auto draw = [&] { return jitter * (double(engine()) / 2147483648.0 - 1); };
  const auto index = [&](int c, int r, int l) { return (l * (rows + 1) + r) * (columns + 1) + c; };
  TetMesh mesh{Eigen::MatrixXd((columns + 1) * (rows + 1) * (layers + 1), 3),
               Eigen::MatrixX4i(6 * columns * rows * layers, 4)};
  for (int l = 0; l <= layers; ++l) {
    for (int r = 0; r <= rows; ++r) {
      for (int c = 0; c <= columns; ++c) {
        const bool inside = r > 0 && r < rows && c > 0 && c < columns && l > 0 && l < layers;
        const double scale = inside ? 1 : 0;
        const double x = c + scale * draw(), y = r + scale * draw(), z = l + scale * draw();
        mesh.V.row(index(c, r, l)) << x, y, z;
      }
    }
  }
  // The orders in which one walks along the three axes from one corner to the opposite one.
  constexpr std::array<std::array<int, 3>, 6> walks{
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}}};
  int t = 0;
  for (int l = 0; l < layers; ++l) {
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        for (std::size_t w = 0; w < walks.size(); ++w, ++t) {
          std::array<int, 3> at{c, r, l};
          mesh.T(t, 0) = index(c, r, l);
          for (int step = 0; step < 3; ++step) {
            ++at[walks[w][step]];
            mesh.T(t, step + 1) = index(at[0], at[1], at[2]);
          }
          if (w >= 3) std::swap(mesh.T(t, 1), mesh.T(t, 2));
        }
      }
    }
  }
  return mesh;
}

}  // namespace vide::test
