// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// Where the factor of a sparse symmetric matrix has entries. Columns with (nearly) the same rows
// below form a supernode: one dense block, for which arithmetic runs at full speed.
//
// Duff and Reid, The multifrontal solution of indefinite sparse symmetric linear equations, 1983;
// Ashcraft and Grimes, The influence of relaxed supernode partitions on the multifrontal method,
// 1989.
struct Supernodes {
  std::vector<int> order;         // order[i]: which row of the matrix is eliminated as i-th
  std::vector<int> first{0};      // supernode s: columns first[s] .. first[s + 1] in that order
  std::vector<int> row_start{0};  // its rows below: row[row_start[s]] .. row[row_start[s + 1]]
  std::vector<int> row;
  std::vector<int> parent;  // of each supernode, a later one, or -1

  // The matrix's entries on and below the diagonal in that order, by columns.
  std::vector<int> entry_start{0};
  std::vector<int> entry_row;
  std::vector<int> entry_source;  // index into the matrix's values

  int size() const { return int(order.size()); }
  int count() const { return int(parent.size()); }
  int columns(int s) const { return first[s + 1] - first[s]; }
  std::span<const int> rowsBelow(int s) const {
    return std::span(row).subspan(row_start[s], row_start[s + 1] - row_start[s]);
  }
};

// Errors: A is not square, or its arrays or indices do not fit together (malformed_data).
Result<void> checkPattern(const SparseMatrix& A);

// Of A only the lower triangle is looked at. `order` is the order of elimination wished for; it is
// changed within what leaves the factor's fill the same.
Supernodes findSupernodes(const SparseMatrix& A, std::vector<int> order);

// The same for the principal submatrix of the rows r with kept[r]; order and entry_source keep
// pointing into the whole matrix. Blocks stay together, so this is far cheaper than a new analysis.
Supernodes restricted(const Supernodes& whole, std::span<const std::uint8_t> kept);

// An order that keeps the factor sparse: approximate minimum degree.
std::vector<int> minimumDegreeOrder(const SparseMatrix& A);

}  // namespace vide::detail
