// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_matrix.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cstddef>
#include <random>
#include <vector>

using namespace vide;

namespace {

Eigen::MatrixXd dense(const SparseMatrix& A) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(A.rows, A.columns);
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      CHECK((p == A.start[c] || A.row[p - 1] < A.row[p]));
      D(A.row[p], c) = A.value[p];
    }
  }
  return D;
}

// About a third of the places are filled with small whole numbers, so that sums are exact.
SparseMatrix randomMatrix(int rows, int columns, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<Triplet> entries;
  for (int k = 0; k < rows * columns / 3; ++k) {
    const int row = int(engine() % unsigned(rows)), column = int(engine() % unsigned(columns));
    entries.push_back({row, column, double(engine() % 9) - 4});
  }
  return fromTriplets(rows, columns, entries);
}

}  // namespace

TEST_CASE("triplets at one place add up, columns come out sorted") {
  const std::vector<Triplet> entries{{2, 1, 1.0}, {0, 1, 5.0}, {2, 1, 2.0}, {1, 0, -1.0}};
  const SparseMatrix A = fromTriplets(3, 2, entries);
  CHECK(A.start == std::vector<int>{0, 1, 3});
  CHECK(A.row == std::vector<int>{1, 0, 2});
  CHECK(A.value == std::vector<double>{-1, 5, 3});
}

TEST_CASE("products are those of the dense matrix") {
  const std::vector<Triplet> entries{{2, 1, 1.0}, {0, 1, 5.0}, {2, 1, 2.0}, {1, 0, -1.0}};
  const SparseMatrix A = fromTriplets(3, 2, entries);
  std::vector<double> y(6), z(4);
  multiply(A, std::vector<double>{1, 2, 3, 4}, y, 2);
  CHECK(y == std::vector<double>{15, 20, -1, -2, 9, 12});
  multiplyTransposed(A, std::vector<double>{1, 2, 3, 4, 5, 6}, z, 2);
  CHECK(z == std::vector<double>{-3, -4, 20, 28});
}

TEST_CASE("matrix products, sums and transposes are those of dense matrices") {
  for (unsigned seed = 1; seed < 6; ++seed) {
    const SparseMatrix A = randomMatrix(7, 5, seed), B = randomMatrix(5, 9, seed + 10);
    CHECK(dense(product(A, B)) == dense(A) * dense(B));
    CHECK(dense(transposed(A)) == dense(A).transpose());
    const SparseMatrix C = randomMatrix(7, 5, seed + 20);
    CHECK(dense(sum(2, A, -1, C)) == 2 * dense(A) - dense(C));
  }
}

TEST_CASE("rows and columns scale") {
  SparseMatrix A = randomMatrix(4, 3, 1);
  const Eigen::MatrixXd before = dense(A);
  scaleRows(A, std::vector<double>{1, 2, 3, 4});
  scaleColumns(A, std::vector<double>{2, 0, 1});
  CHECK(dense(A) ==
        Eigen::Vector4d(1, 2, 3, 4).asDiagonal() * before * Eigen::Vector3d(2, 0, 1).asDiagonal());
}

TEST_CASE("a submatrix follows the order of its lists") {
  const SparseMatrix A = randomMatrix(8, 6, 3);
  const std::vector<int> rows{5, 0, 7, 2}, columns{3, 1, 4};
  const Eigen::MatrixXd part = dense(submatrix(A, rows, columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      CHECK(part(Eigen::Index(i), Eigen::Index(j)) == dense(A)(rows[i], columns[j]));
    }
  }
  CHECK(submatrix(A, {}, {}).start == std::vector<int>{0});
}

TEST_CASE("a diagonal has zeros where nothing stands") {
  const std::vector<Triplet> entries{{0, 0, 2.0}, {2, 1, 5.0}, {2, 2, 3.0}};
  CHECK(diagonal(fromTriplets(3, 4, entries)) == std::vector<double>{2, 0, 3});
}
