// SPDX-License-Identifier: MIT
#include "vide/numeric/sparse_matrix.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

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

}  // namespace vide
