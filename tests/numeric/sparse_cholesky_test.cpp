// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_cholesky.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/grid_mesh.hpp"
#include "tests/support/tet_grid.hpp"
#include "vide/numeric/laplacian.hpp"

using namespace vide;

namespace {

// A ring of springs with random stiffness, held to the ground: symmetric positive definite.
std::vector<Triplet> springs(int n, unsigned seed) {
  std::mt19937 engine(seed);
  const auto draw = [&] { return 0.1 + double(engine()) / 4294967296.0; };
  std::vector<Triplet> entries;
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1 + i % 3) % n;
    const double k = draw();
    entries.insert(entries.end(), {{i, i, k}, {j, j, k}, {i, j, -k}, {j, i, -k}, {i, i, draw()}});
  }
  return entries;
}

Eigen::MatrixXd dense(int n, const std::vector<Triplet>& entries) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (const Triplet& entry : entries) A(entry.row, entry.column) += entry.value;
  return A;
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Largest error of solving for `vectors` right-hand sides, by the dense matrix.
double residual(const SparseCholesky& solver, const Eigen::MatrixXd& A, int vectors) {
  const RowMajor b = RowMajor::Random(A.rows(), vectors);
  std::vector<double> x(std::size_t(b.size())), scratch(x.size());
  solver.solve({b.data(), x.size()}, x, vectors, scratch);
  return (A * Eigen::Map<RowMajor>(x.data(), b.rows(), b.cols()) - b).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("solves for any number of right-hand sides at once") {
  for (int n : {1, 2, 3, 50, 211}) {
    const std::vector<Triplet> entries = springs(n, 1);
    const auto solver = SparseCholesky::factorize(fromTriplets(n, n, entries));
    REQUIRE(solver.has_value());
    CHECK(solver->size() == n);
    for (int vectors : {1, 2, 3, 4, 17}) {
      CHECK(residual(*solver, dense(n, entries), vectors) < 1e-11);
    }
  }
}

TEST_CASE("a right-hand side may be overwritten by its solution") {
  const auto solver = SparseCholesky::factorize(fromTriplets(40, 40, springs(40, 1)));
  std::vector<double> b(80), x(80), scratch(80);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(double(i));
  solver->solve(b, x, 2, scratch);
  solver->solve(b, b, 2, scratch);
  CHECK(b == x);
}

TEST_CASE("refactorising takes new values with the old pattern") {
  auto solver = SparseCholesky::factorize(fromTriplets(60, 60, springs(60, 1)));
  const std::vector<Triplet> changed = springs(60, 2);
  REQUIRE(solver->refactorize(fromTriplets(60, 60, changed)).has_value());
  CHECK(residual(*solver, dense(60, changed), 2) < 1e-11);
}

TEST_CASE("only the lower triangle is read") {
  std::vector<Triplet> lower = springs(30, 1);
  std::erase_if(lower, [](const Triplet& entry) { return entry.row < entry.column; });
  const auto solver = SparseCholesky::factorize(fromTriplets(30, 30, lower));
  REQUIRE(solver.has_value());
  CHECK(residual(*solver, dense(30, springs(30, 1)), 1) < 1e-11);
}

TEST_CASE("matrices that cannot be solved are errors") {
  const auto code = [](const SparseMatrix& A) {
    const auto solver = SparseCholesky::factorize(A);
    return solver ? ErrorCode::cancelled : solver.error().code;
  };
  const std::vector<Triplet> singular{{0, 0, 1.0}, {1, 1, 1.0}, {1, 0, -1.0}};
  CHECK(code(fromTriplets(2, 2, singular)) == ErrorCode::numeric_failure);
  const std::vector<Triplet> indefinite{{0, 0, 1.0}, {1, 1, -1.0}};
  CHECK(code(fromTriplets(2, 2, indefinite)) == ErrorCode::numeric_failure);
  const std::vector<Triplet> broken{{0, 0, NAN}, {1, 1, 1.0}};
  CHECK(code(fromTriplets(2, 2, broken)) == ErrorCode::numeric_failure);
  const std::vector<Triplet> hole{{0, 0, 1.0}};
  CHECK(code(fromTriplets(2, 2, hole)) == ErrorCode::numeric_failure);
  CHECK(code(fromTriplets(2, 3, {})) == ErrorCode::malformed_data);
  CHECK(code({2, 2, {0, 1, 2}, {0, 5}, {1, 1}}) == ErrorCode::malformed_data);
  CHECK(code({2, 2, {0, 2, 1}, {0}, {1}}) == ErrorCode::malformed_data);
}

TEST_CASE("single precision solves as well as its digits allow") {
  auto solver = SparseCholesky::factorize(fromTriplets(90, 90, springs(90, 1)));
  solver->roundToSingle();
  for (int vectors : {1, 2, 3, 4, 9}) {
    std::vector<double> b(std::size_t(90 * vectors)), x(b.size()), scratch(b.size());
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(double(i));
    std::vector<float> single(b.begin(), b.end()), single_scratch(b.size());
    solver->solve(b, x, vectors, scratch);
    solver->solve(single, single, vectors, single_scratch);
    for (std::size_t i = 0; i < b.size(); ++i) CHECK(std::abs(single[i] - x[i]) < 1e-4);
  }
}

TEST_CASE("systems of surfaces and solids are solved exactly enough to be checked") {
  const auto check = [](const SparseMatrix& K, const std::vector<double>& mass) {
    std::vector<Triplet> entries;
    for (int v = 0; v < K.rows; ++v) entries.push_back({v, v, mass[v]});
    const SparseMatrix A =
        sum(1, polyharmonicMatrix(K, mass, 2).value(), 1, fromTriplets(K.rows, K.rows, entries));
    const auto solver = SparseCholesky::factorize(A);
    REQUIRE(solver.has_value());
    for (int vectors : {1, 3, 6}) {
      std::vector<double> x(std::size_t(K.rows * vectors)), b(x.size()), scratch(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(double(i));
      multiply(A, x, b, vectors);
      solver->solve(b, b, vectors, scratch);
      double worst = 0;
      for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, std::abs(x[i] - b[i]));
      CHECK(worst < 1e-10);
    }
  };
  const TriMesh plane = test::gridMesh(30, 25, 0.3);
  check(*cotangentStiffness(plane.V, plane.F), *voronoiMass(plane.V, plane.F));
  const TetMesh box = test::tetGrid(7, 6, 8, 0.2);
  check(*cotangentStiffness(box.V, box.T), *barycentricMass(box.V, box.T));
}
