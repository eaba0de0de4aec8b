// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace vide {

namespace {

// Entries of each column in the order given: a counting sort, so equal places keep their order.
std::vector<Triplet> sortedByColumn(int columns, std::span<const Triplet> entries) {
  std::vector<std::size_t> next(std::size_t(columns) + 1);
  for (const Triplet& entry : entries) ++next[std::size_t(entry.column) + 1];
  for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
  std::vector<Triplet> sorted(entries.size());
  for (const Triplet& entry : entries) sorted[next[std::size_t(entry.column)]++] = entry;
  return sorted;
}

void appendEntry(SparseMatrix& A, int column_start, const Triplet& entry) {
  if (int(A.row.size()) > column_start && A.row.back() == entry.row) {
    A.value.back() += entry.value;
    return;
  }
  A.row.push_back(entry.row);
  A.value.push_back(entry.value);
}

}  // namespace

SparseMatrix fromTriplets(int rows, int columns, std::span<const Triplet> entries) {
  std::vector<Triplet> sorted = sortedByColumn(columns, entries);
  SparseMatrix A{rows, columns, {}, {}, {}};
  A.start.reserve(std::size_t(columns) + 1);
  A.start.push_back(0);
  auto first = sorted.begin();
  for (int c = 0; c < columns; ++c) {
    const auto last =
        std::find_if(first, sorted.end(), [c](const Triplet& entry) { return entry.column != c; });
    std::stable_sort(first, last, [](const Triplet& a, const Triplet& b) { return a.row < b.row; });
    for (; first != last; ++first) appendEntry(A, A.start.back(), *first);
    A.start.push_back(int(A.row.size()));
  }
  return A;
}

void multiply(const SparseMatrix& A, std::span<const double> x, std::span<double> y, int vectors) {
  assert(x.size() == std::size_t(A.columns) * vectors);
  assert(y.size() == std::size_t(A.rows) * vectors);
  std::fill(y.begin(), y.end(), 0.0);
  for (int c = 0; c < A.columns; ++c) {
    const double* from = x.data() + std::size_t(c) * vectors;
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      double* to = y.data() + std::size_t(A.row[p]) * vectors;
      for (int k = 0; k < vectors; ++k) to[k] += A.value[p] * from[k];
    }
  }
}

void multiplyTransposed(const SparseMatrix& A, std::span<const double> x, std::span<double> y,
                        int vectors) {
  assert(x.size() == std::size_t(A.rows) * vectors);
  assert(y.size() == std::size_t(A.columns) * vectors);
  std::fill(y.begin(), y.end(), 0.0);
  for (int c = 0; c < A.columns; ++c) {
    double* to = y.data() + std::size_t(c) * vectors;
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      const double* from = x.data() + std::size_t(A.row[p]) * vectors;
      for (int k = 0; k < vectors; ++k) to[k] += A.value[p] * from[k];
    }
  }
}

SparseMatrix transposed(const SparseMatrix& A) {
  SparseMatrix B{A.columns, A.rows, std::vector<int>(std::size_t(A.rows) + 1), {}, {}};
  for (int r : A.row) ++B.start[std::size_t(r) + 1];
  for (std::size_t r = 1; r < B.start.size(); ++r) B.start[r] += B.start[r - 1];
  B.row.resize(A.row.size());
  B.value.resize(A.row.size());
  std::vector<int> next(B.start.begin(), B.start.end() - 1);
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      const int place = next[A.row[p]]++;
      B.row[place] = c;
      B.value[place] = A.value[p];
    }
  }
  return B;
}

SparseMatrix product(const SparseMatrix& A, const SparseMatrix& B) {
  assert(A.columns == B.rows);
  SparseMatrix C{A.rows, B.columns, {0}, {}, {}};
  C.start.reserve(std::size_t(B.columns) + 1);
  std::vector<double> sums(std::size_t(A.rows));
  std::vector<int> seen_in(std::size_t(A.rows), -1);
  for (int c = 0; c < B.columns; ++c) {
    for (int p = B.start[c]; p < B.start[c + 1]; ++p) {
      for (int q = A.start[B.row[p]]; q < A.start[B.row[p] + 1]; ++q) {
        const int r = A.row[q];
        if (seen_in[r] != c) {
          seen_in[r] = c;
          sums[r] = 0;
          C.row.push_back(r);
        }
        sums[r] += A.value[q] * B.value[p];
      }
    }
    std::sort(C.row.begin() + C.start.back(), C.row.end());
    for (std::size_t p = C.start.back(); p < C.row.size(); ++p) C.value.push_back(sums[C.row[p]]);
    C.start.push_back(int(C.row.size()));
  }
  return C;
}

void scaleRows(SparseMatrix& A, std::span<const double> factor) {
  assert(factor.size() == std::size_t(A.rows));
  for (std::size_t p = 0; p < A.row.size(); ++p) A.value[p] *= factor[A.row[p]];
}

void scaleColumns(SparseMatrix& A, std::span<const double> factor) {
  assert(factor.size() == std::size_t(A.columns));
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) A.value[p] *= factor[c];
  }
}

SparseMatrix sum(double a, const SparseMatrix& A, double b, const SparseMatrix& B) {
  assert(A.rows == B.rows && A.columns == B.columns);
  SparseMatrix C{A.rows, A.columns, {0}, {}, {}};
  C.start.reserve(std::size_t(A.columns) + 1);
  for (int c = 0; c < A.columns; ++c) {
    int p = A.start[c], q = B.start[c];
    while (p < A.start[c + 1] || q < B.start[c + 1]) {
      const int in_a = p < A.start[c + 1] ? A.row[p] : A.rows;
      const int in_b = q < B.start[c + 1] ? B.row[q] : A.rows;
      C.row.push_back(std::min(in_a, in_b));
      C.value.push_back((in_a <= in_b ? a * A.value[p] : 0) + (in_b <= in_a ? b * B.value[q] : 0));
      p += in_a <= in_b;
      q += in_b <= in_a;
    }
    C.start.push_back(int(C.row.size()));
  }
  return C;
}

SparseMatrix submatrix(const SparseMatrix& A, std::span<const int> rows,
                       std::span<const int> columns) {
  std::vector<int> place(std::size_t(A.rows), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = int(i);
  SparseMatrix B{int(rows.size()), int(columns.size()), {0}, {}, {}};
  std::vector<std::pair<int, double>> column;
  for (int c : columns) {
    column.clear();
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      if (place[A.row[p]] >= 0) column.emplace_back(place[A.row[p]], A.value[p]);
    }
    std::ranges::sort(column);
    for (const auto& [row, value] : column) {
      B.row.push_back(row);
      B.value.push_back(value);
    }
    B.start.push_back(int(B.row.size()));
  }
  return B;
}

std::vector<double> diagonal(const SparseMatrix& A) {
  std::vector<double> values(std::size_t(std::min(A.rows, A.columns)));
  for (std::size_t c = 0; c < values.size(); ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      if (A.row[p] == int(c)) values[c] = A.value[p];
    }
  }
  return values;
}

}  // namespace vide
