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

// A B. Entries that cancel stay, so that the pattern depends on the patterns alone; each sum runs
// over A's columns in ascending order. A.columns must be B.rows.
SparseMatrix product(const SparseMatrix& A, const SparseMatrix& B);

SparseMatrix transposed(const SparseMatrix& A);

// Row r times factor[r]; column c times factor[c].
void scaleRows(SparseMatrix& A, std::span<const double> factor);
void scaleColumns(SparseMatrix& A, std::span<const double> factor);

// a A + b B, of equal sizes; entries that cancel stay.
SparseMatrix sum(double a, const SparseMatrix& A, double b, const SparseMatrix& B);

// The entries A(rows[i], columns[j]) as a rows.size() x columns.size() matrix. Neither list may
// name an index twice; their order is the result's.
SparseMatrix submatrix(const SparseMatrix& A, std::span<const int> rows,
                       std::span<const int> columns);

// A(i, i) for every i < min(rows, columns), 0 where there is no entry.
std::vector<double> diagonal(const SparseMatrix& A);

}  // namespace vide
