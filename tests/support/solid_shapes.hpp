// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide::test {

// Adds the box between two corners, each edge in `divisions` parts, its faces not welded to one
// another.
inline void addBox(TriMesh& mesh, Vec3 least, Vec3 most, int divisions = 4) {
  const Vec3 size = most - least;
  const Vec3 edge[3] = {{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}};
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2;
    const Vec3 u = edge[(axis + 1) % 3], v = edge[(axis + 2) % 3];
    const Vec3 corner = side % 2 ? least + edge[axis] : least;
    const Eigen::Index base = mesh.V.rows(), face = mesh.F.rows();
    const int n = divisions + 1;
    mesh.V.conservativeResize(base + n * n, 3);
    mesh.F.conservativeResize(face + 2 * divisions * divisions, 3);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const Vec3 p = corner + u * (double(i) / divisions) + v * (double(j) / divisions);
        mesh.V.row(base + j * n + i) << p.x, p.y, p.z;
      }
    }
    for (int j = 0; j < divisions; ++j) {
      for (int i = 0; i < divisions; ++i) {
        const int a = int(base) + j * n + i, b = a + 1, c = a + n + 1, d = a + n;
        const Eigen::Index at = face + 2 * (j * divisions + i);
        if (side % 2) {
          mesh.F.row(at) << a, b, c;
          mesh.F.row(at + 1) << a, c, d;
        } else {
          mesh.F.row(at) << a, c, b;
          mesh.F.row(at + 1) << a, d, c;
        }
      }
    }
  }
}

inline TriMesh emptyMesh() { return {Eigen::MatrixXd(0, 3), Eigen::MatrixX3i(0, 3)}; }

inline TriMesh box(Vec3 least, Vec3 most, int divisions = 4) {
  TriMesh mesh = emptyMesh();
  addBox(mesh, least, most, divisions);
  return mesh;
}

}  // namespace vide::test
