// SPDX-License-Identifier: MIT
#include "vide/mesh/weld.hpp"

#include <doctest/doctest.h>

#include "tests/support/limbs.hpp"
#include "tests/support/mesh_family.hpp"

using namespace vide;

TEST_CASE("vertices at one place are told together by the lowest") {
  Eigen::MatrixXd V(5, 3);
  V << 1, 2, 3, 0, 0, 0, 1, 2, 3, -0.0, 0, 0, 1, 2, 3.0000001;
  CHECK(coincidentVertices(V) == std::vector<int>{0, 1, 0, 1, 4});
  CHECK(coincidentVertices(Eigen::MatrixXd(0, 3)).empty());
}

TEST_CASE("welding undoes splitting") {
  for (const test::NamedMesh& shape : test::meshFamily()) {
    CAPTURE(shape.name);
    const TriMesh split = test::splitApart(shape.mesh);
    const WeldedMesh welded = weld(split);
    CHECK(welded.mesh.V.rows() == shape.mesh.V.rows());
    REQUIRE(welded.mesh.F.rows() == shape.mesh.F.rows());
    for (Eigen::Index f = 0; f < shape.mesh.F.rows(); ++f) {
      for (int k = 0; k < 3; ++k) {
        CHECK(welded.mesh.V.row(welded.mesh.F(f, k)) == shape.mesh.V.row(shape.mesh.F(f, k)));
        CHECK(welded.vertex[std::size_t(3 * f + k)] == welded.mesh.F(f, k));
      }
    }
    const WeldedMesh again = weld(welded.mesh);
    CHECK(again.mesh.V == welded.mesh.V);
    CHECK(again.mesh.F == welded.mesh.F);
  }
}
