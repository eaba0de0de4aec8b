// SPDX-License-Identifier: MIT
#include "vide/mesh/adjacency.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <map>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"

using namespace vide;
using test::besides;
using test::gridMesh;

TEST_CASE("pieces are numbered by their lowest vertex; a lone vertex is a piece") {
  const TriMesh mesh = besides(gridMesh(2, 1), gridMesh(1, 1), 5, 0);
  const Components pieces = connectedComponents(12, mesh.F);
  CHECK(pieces.count == 4);
  CHECK(pieces.of_vertex == std::vector<int>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 3});
  CHECK(connectedComponents(0, Eigen::MatrixX3i(0, 3)).count == 0);
}

TEST_CASE("pieces do not depend on the order of the triangles") {
  TriMesh mesh = besides(gridMesh(5, 3), gridMesh(4, 4), 9, 0);
  const Components pieces = connectedComponents(int(mesh.V.rows()), mesh.F);
  mesh.F = mesh.F.colwise().reverse().eval();
  CHECK(connectedComponents(int(mesh.V.rows()), mesh.F).of_vertex == pieces.of_vertex);
}

TEST_CASE("the boundary is a loop with the surface to the left") {
  const auto edges = boundaryEdges(gridMesh(4, 3).F);
  CHECK(edges.size() == 14);
  std::map<int, int> next;
  for (const auto& edge : edges) next[edge[0]] = edge[1];
  int steps = 0, v = 0;
  do {
    REQUIRE(next.count(v) == 1);
    v = next[v];
    ++steps;
  } while (v != 0 && steps < 20);
  CHECK(steps == 14);
  CHECK(next[0] == 1);  // along the lower side, counter-clockwise
}

TEST_CASE("a closed surface has no boundary") {
  Eigen::MatrixX3i F(4, 3);
  F << 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3;
  CHECK(boundaryEdges(F).empty());
}

TEST_CASE("the faces that bound tetrahedra are closed, outside and enclose their volume") {
  const TetMesh mesh = test::tetGrid(3, 2, 2, 0.2);
  const Eigen::MatrixX3i F = boundaryFaces(mesh.T);
  CHECK(F.rows() == 2 * 2 * (3 * 2 + 3 * 2 + 2 * 2));
  CHECK(boundaryEdges(F).empty());
  double volume = 0;
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    Eigen::Matrix3d corners;
    corners << mesh.V.row(F(f, 0)), mesh.V.row(F(f, 1)), mesh.V.row(F(f, 2));
    volume += corners.determinant() / 6;
  }
  CHECK(std::abs(volume - 12) < 1e-12);
  CHECK(boundaryFaces(Eigen::MatrixX4i(0, 4)).rows() == 0);
}
