// SPDX-License-Identifier: MIT
#include "vide/weights/solid_bounded_biharmonic.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include <algorithm>
#include <set>

#include "tests/weights/solid_methods.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("the tetrahedra of a solid fill its cells, right way round") {
  for (const TriMesh& mesh :
       {test::uShape(3), test::limb({0, 0, 0}, {1, 5, 2}, 1), test::box({0, 0, 0}, {1, 1, 1})}) {
    const Solid solid = Solid::create(mesh, {.cells = 400}).value();
    const SolidTetMesh tets = tetMeshOf(solid);
    const double cell = solid.cellSize() * solid.cellSize() * solid.cellSize();
    double volume = 0;
    for (Eigen::Index t = 0; t < tets.mesh.T.rows(); ++t) {
      const auto at = [&](int k) -> Eigen::RowVector3d {
        return tets.mesh.V.row(tets.mesh.T(t, k));
      };
      Eigen::Matrix3d edges;
      edges << at(1) - at(0), at(2) - at(0), at(3) - at(0);
      CHECK(edges.determinant() > 0.9 * cell);
      volume += edges.determinant() / 6;
    }
    CHECK(volume == doctest::Approx(cell * solid.cells()));
    // As many outer triangles as the solid's outer faces have: neighbours fit together.
    int outer = 0;
    for (int c = 0; c < solid.cells(); ++c) {
      outer += int(std::ranges::count(solid.neighbors6(c), -1));
    }
    CHECK(boundaryFaces(tets.mesh.T).rows() == 2 * outer);
  }
}

TEST_CASE("cells that touch only along an edge or at a corner share no vertex") {
  // Two boxes, diagonal to one another; where their cells meet depends on the lattice, so several
  // distances are tried and at least one must leave two parts that touch.
  int touching = 0;
  for (double apart = -0.5; apart < 1.5; apart += 0.05) {
    const TriMesh mesh = test::together(test::box({0, 0, 0}, {4, 4, 4}),
                                        test::box({4 + apart, 4 + apart, 0}, {8, 8, 4}));
    const Solid solid = Solid::create(mesh, {.cells = 500}).value();
    if (solid.parts() != 2) continue;
    const SolidTetMesh tets = tetMeshOf(solid);
    std::array<std::set<int>, 2> vertices;
    for (int cell = 0; cell < solid.cells(); ++cell) {
      for (const int v : tets.corner.row(cell)) vertices[std::size_t(solid.part(cell))].insert(v);
    }
    std::vector<int> shared;
    std::ranges::set_intersection(vertices[0], vertices[1], std::back_inserter(shared));
    CHECK(shared.empty());
    std::set<std::array<double, 3>> places;
    for (Eigen::Index v = 0; v < tets.mesh.V.rows(); ++v) {
      places.insert({tets.mesh.V(v, 0), tets.mesh.V(v, 1), tets.mesh.V(v, 2)});
    }
    touching += places.size() < std::size_t(tets.mesh.V.rows());
  }
  CHECK(touching > 0);
}

TEST_CASE("the weights minimise the energy on the solid and are certified") {
  const TriMesh mesh = test::limb({0, 0, 0}, {0, 8, 0}, 1, 10, 10);
  const Skeleton skeleton =
      skeletonFromSegments(test::chain({{0, 1, 0}, {0, 4, 0}, {0, 7, 0}})).value();
  const auto result = solidBoundedBiharmonicWeights(mesh, skeleton, {.solid = {.cells = 600}});
  REQUIRE(result);
  CHECK(result->residual <= 1e-6);
  CHECK(result->objective > 0);
  // What only nears the minimum has a larger energy: weights of a looser solve are no better.
  const auto loose = solidBoundedBiharmonicWeights(
      mesh, skeleton, {.minimizer = {.tolerance = 1e-2}, .solid = {.cells = 600}});
  REQUIRE(loose);
  CHECK(result->objective <= loose->objective * (1 + 1e-6));
  // Along the limb weights are monotone and flat at the ends, unlike those of diffusion.
  const Eigen::MatrixXd W = toMatrix(result->weights);
  CHECK(W(0, 0) > 0.99);
  CHECK(W(109, 1) > 0.99);
}
