// SPDX-License-Identifier: MIT
#include "vide/numeric/submatrix_cholesky.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/numeric/laplacian.hpp"
#include "vide/numeric/sparse_cholesky.hpp"

using namespace vide;

namespace {

SparseMatrix planeEnergy() {
  const TriMesh mesh = test::gridMesh(22, 17, 0.3);
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.F), *voronoiMass(mesh.V, mesh.F), 2)
      .value();
}

SparseMatrix solidEnergy() {
  const TetMesh mesh = test::tetGrid(6, 5, 7, 0.2);
  return polyharmonicMatrix(*cotangentStiffness(mesh.V, mesh.T), *barycentricMass(mesh.V, mesh.T),
                            2)
      .value();
}

// Scattered rows, a stretch of rows, single rows: one mask for each seed.
std::vector<std::uint8_t> someRows(int size, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::uint8_t> kept(std::size_t(size), 0);
  const int begin = int(engine() % unsigned(size)), share = 1 + int(engine() % 3);
  for (int i = 0; i < size; ++i) {
    kept[std::size_t(i)] =
        seed % 2 ? int(engine() % 4) < share : i >= begin && i < begin + size / 3;
  }
  return kept;
}

}  // namespace

TEST_CASE("any part of a matrix is solved as if it stood alone") {
  for (const SparseMatrix& A : {planeEnergy(), solidEnergy()}) {
    const SubmatrixCholesky whole = SubmatrixCholesky::analyse(A).value();
    CHECK(whole.size() == A.rows);
    for (unsigned seed = 1; seed <= 12; ++seed) {
      const std::vector<std::uint8_t> kept = someRows(A.rows, seed);
      std::vector<int> rows;
      for (int i = 0; i < A.rows; ++i) {
        if (kept[std::size_t(i)]) rows.push_back(i);
      }
      const auto factor = whole.factorize(kept);
      REQUIRE(factor.has_value());
      REQUIRE(factor->size() == int(rows.size()));

      std::vector<double> x(std::size_t(A.rows) * 2), scratch(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(double(i));
      const std::vector<double> b = x;
      factor->solve(x, 2, scratch);

      std::vector<double> part(rows.size() * 2), product(part.size());
      for (std::size_t i = 0; i < part.size(); ++i)
        part[i] = x[std::size_t(rows[i / 2]) * 2 + i % 2];
      multiply(submatrix(A, rows, rows), part, product, 2);
      double worst = 0;
      for (std::size_t i = 0; i < part.size(); ++i) {
        worst = std::max(worst, std::abs(product[i] - b[std::size_t(rows[i / 2]) * 2 + i % 2]));
      }
      CHECK(worst < 1e-9);
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (!kept[i / 2]) CHECK(x[i] == b[i]);
      }
    }
  }
}

TEST_CASE("no rows at all are a factor too, and a part that is not held is an error") {
  const SparseMatrix A = planeEnergy();
  const SubmatrixCholesky whole = SubmatrixCholesky::analyse(A).value();
  std::vector<std::uint8_t> kept(std::size_t(A.rows), 0);
  std::vector<double> x(kept.size(), 1.0), scratch;
  const auto none = whole.factorize(kept);
  REQUIRE(none.has_value());
  none->solve(x, 1, scratch);
  CHECK(std::ranges::count(x, 1.0) == A.rows);
  CHECK_FALSE(SubmatrixCholesky::analyse({2, 3, {0, 0, 0, 0}, {}, {}}).has_value());
  const SparseMatrix indefinite{2, 2, {0, 1, 2}, {0, 1}, {1, -1}};
  const SubmatrixCholesky other = SubmatrixCholesky::analyse(indefinite).value();
  CHECK(other.factorize(std::vector<std::uint8_t>{1, 0}).has_value());
  CHECK(other.factorize(std::vector<std::uint8_t>{0, 1}).error().code ==
        ErrorCode::numeric_failure);
}
