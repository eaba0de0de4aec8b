// SPDX-License-Identifier: MIT
#include "vide/numeric/facet_laplacian.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"

using namespace vide;

namespace {

// The energy of a linear function given at facets is its squared slope times the measure, and where
// it is harmonic nothing pulls at facets inside.
template <class Elements>
void checkLinear(const Eigen::MatrixXd& V, const Elements& elements, double measure) {
  const FacetLaplacian facets = facetLaplacian(V, elements).value();
  const Eigen::VectorXd slope = Eigen::VectorXd::LinSpaced(V.cols(), 1, 2);
  const Eigen::VectorXd x = V * slope;
  const std::size_t count = facets.mass.size();
  std::vector<double> at_facets(count), pull(count);
  multiply(facets.vertex_to_facet, {x.data(), std::size_t(x.size())}, at_facets);
  multiply(facets.stiffness, at_facets, pull);
  double energy = 0;
  for (std::size_t f = 0; f < count; ++f) {
    energy += at_facets[f] * pull[f];
    if (facets.element_count[f] > 1) CHECK(std::abs(pull[f]) < 1e-11);
  }
  CHECK(energy == doctest::Approx(slope.squaredNorm() * measure));
  CHECK(std::accumulate(facets.mass.begin(), facets.mass.end(), 0.0) == doctest::Approx(measure));
}

}  // namespace

TEST_CASE("linear functions on facets have the energy of their slope") {
  const TriMesh plane = test::gridMesh(6, 5, 0.3);
  checkLinear(plane.V, plane.F, 30);
  const TetMesh box = test::tetGrid(3, 2, 4, 0.2);
  checkLinear(box.V, box.T, 24);
}

TEST_CASE("facets are counted with their elements") {
  const TriMesh square = test::gridMesh(1, 1);
  const FacetLaplacian facets = facetLaplacian(square.V, square.F).value();
  CHECK(facets.element_count == std::vector<int>{1, 1, 2, 1, 1});  // 01 02 03 13 23
  CHECK(facets.mass[2] == doctest::Approx(1.0 / 3));
  CHECK(facets.mass[0] == doctest::Approx(1.0 / 6));
  TriMesh bad = square;
  bad.F(1, 1) = 4;
  CHECK_FALSE(facetLaplacian(bad.V, bad.F).has_value());
}
