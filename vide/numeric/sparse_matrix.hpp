// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace vide {

struct Triplet {
  int row = 0, column = 0;
  double value = 0;
};

// A sparse matrix in compressed columns: the entries of column c are start[c] .. start[c + 1], rows
// ascending, no row twice. Plain arrays, so that headers need no linear-algebra library.
struct SparseMatrix {
  int rows = 0, columns = 0;
  std::vector<int> start{0};  // columns + 1
  std::vector<int> row;       // 0 .. rows - 1
  std::vector<double> value;
};

// Entries at the same place are added in the order given; sums of zero stay as entries, so that the
// pattern depends on the places alone. Every place must lie inside the matrix.
SparseMatrix fromTriplets(int rows, int columns, std::span<const Triplet> entries);

// y = A x for `vectors` right-hand sides at once. x is A.columns x vectors and y A.rows x vectors,
// both by rows: the values of one row stand side by side. Allocates nothing.
void multiply(const SparseMatrix& A, std::span<const double> x, std::span<double> y,
              int vectors = 1);

// y = A^T x, in the same layout: x is A.rows x vectors, y A.columns x vectors.
void multiplyTransposed(const SparseMatrix& A, std::span<const double> x, std::span<double> y,
                        int vectors = 1);

}  // namespace vide
