// SPDX-License-Identifier: MIT
#include "vide/mesh/corner_normals.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

using namespace vide;

namespace {

// A box of side 2 around the origin whose six sides are pairs of triangles; corners are shared, or
// every triangle has its own.
TriMesh box(bool are_split) {
  TriMesh mesh;
  mesh.V.resize(8, 3);
  for (int i = 0; i < 8; ++i) mesh.V.row(i) << 2 * (i & 1) - 1, (i & 2) - 1, (i & 4) / 2 - 1;
  mesh.F.resize(12, 3);
  mesh.F << 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4,
      6, 1, 3, 5, 3, 7, 5;
  if (!are_split) return mesh;
  TriMesh split;
  split.V.resize(36, 3);
  split.F.resize(12, 3);
  for (int i = 0; i < 36; ++i) {
    split.V.row(i) = mesh.V.row(mesh.F(i / 3, i % 3));
    split.F(i / 3, i % 3) = i;
  }
  return split;
}

// The box blown up to a ball, its sides cut into a grid of n x n squares.
TriMesh ball(int n, bool are_split) {
  const TriMesh cube = box(false);
  std::vector<Eigen::RowVector3d> points;
  for (int side = 0; side < 6; ++side) {
    const Eigen::RowVector3d a = cube.V.row(cube.F(2 * side, 0)),
                             b = cube.V.row(cube.F(2 * side, 1)),
                             c = cube.V.row(cube.F(2 * side, 2));
    const auto at = [&](int i, int j) {
      return Eigen::RowVector3d((a + (b - a) * i / n + (c - a) * j / n).normalized());
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        points.insert(points.end(), {at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j),
                                     at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  }
  TriMesh mesh;
  mesh.V.resize(Eigen::Index(points.size()), 3);
  mesh.F.resize(Eigen::Index(points.size() / 3), 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    mesh.V.row(Eigen::Index(i)) = points[i];
    mesh.F(Eigen::Index(i / 3), Eigen::Index(i % 3)) = int(i);
  }
  if (are_split) return mesh;
  for (Eigen::Index i = 0; i < mesh.F.size(); ++i) {
    int& v = mesh.F(i / 3, i % 3);
    for (int other = 0; other < v; ++other) {
      if (mesh.V.row(other) == mesh.V.row(v)) v = other;
    }
  }
  return mesh;
}

}  // namespace

TEST_CASE("a ball is smooth, whether or not its triangles share vertices") {
  for (const bool are_split : {false, true}) {
    const TriMesh mesh = ball(6, are_split);
    const Eigen::MatrixX3d normals = cornerNormals(mesh);
    REQUIRE(normals.rows() == 3 * mesh.F.rows());
    for (Eigen::Index i = 0; i < normals.rows(); ++i) {
      const Eigen::RowVector3d outward = mesh.V.row(mesh.F(i / 3, i % 3));
      CHECK(normals.row(i).norm() == doctest::Approx(1));
      CHECK(normals.row(i).dot(outward) > 0.995);
    }
  }
}

TEST_CASE("corners of one vertex on a smooth surface have the same normal to the bit") {
  const TriMesh mesh = ball(4, true);
  const Eigen::MatrixX3d normals = cornerNormals(mesh);
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      if (mesh.V.row(i) != mesh.V.row(j)) continue;  // vertices are corners here
      CHECK(normals.row(i) == normals.row(j));
    }
  }
}

TEST_CASE("a box keeps its edges sharp until the crease allows for more") {
  for (const bool are_split : {false, true}) {
    const TriMesh mesh = box(are_split);
    const Eigen::MatrixX3d sharp = cornerNormals(mesh), smooth = cornerNormals(mesh, {.crease = 2});
    for (Eigen::Index i = 0; i < sharp.rows(); ++i) {
      const Eigen::RowVector3d a = mesh.V.row(mesh.F(i / 3, 0)), b = mesh.V.row(mesh.F(i / 3, 1)),
                               c = mesh.V.row(mesh.F(i / 3, 2));
      const Eigen::RowVector3d face = (b - a).cross(c - a).normalized();
      CHECK((sharp.row(i) - face).norm() < 1e-12);
      // The same amount of each of the three sides, however they are cut into triangles.
      const Eigen::RowVector3d outward = mesh.V.row(mesh.F(i / 3, i % 3)) / std::sqrt(3.0);
      CHECK((smooth.row(i) - outward).norm() < 1e-12);
    }
  }
}

TEST_CASE("triangles without area have no normal and spoil none") {
  TriMesh mesh = box(false);
  mesh.F.conservativeResize(14, 3);
  mesh.F.row(12) << 0, 0, 3;
  mesh.F.row(13) << 5, 5, 5;
  const Eigen::MatrixX3d normals = cornerNormals(mesh), before = cornerNormals(box(false));
  CHECK(normals.topRows(36) == before);
  CHECK(normals.bottomRows(6).isZero(0));
}
