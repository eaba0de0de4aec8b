// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

// The order in which the columns of a sparse Cholesky factor depend on one another.
namespace vide::detail {

// The places below (or right of) the diagonal of a symmetric matrix, by columns: those of column c
// are index[start[c]] .. index[start[c + 1]], in any order.
struct HalfPattern {
  std::vector<int> start{0};  // size + 1
  std::vector<int> index;

  int size() const { return int(start.size()) - 1; }
  std::span<const int> of(int c) const {
    return std::span(index).subspan(start[c], start[c + 1] - start[c]);
  }
};

HalfPattern transposed(const HalfPattern& pattern);

// parent[j]: the first row below the diagonal in column j of the factor, or -1. `upper` lists for
// each column the rows above the diagonal. Liu, The role of elimination trees in sparse
// factorization, 1990.
std::vector<int> eliminationTree(const HalfPattern& upper);

// The nodes such that each subtree is contiguous and ends in its root; children by ascending index.
std::vector<int> postorder(std::span<const int> parent);

// How many entries each column of the factor has, the diagonal included, found without the factor.
// The tree must be in postorder (parents after children, subtrees contiguous). Gilbert, Ng, Peyton,
// An efficient algorithm to compute row and column counts for sparse Cholesky factorization, 1994.
std::vector<int> columnCounts(const HalfPattern& lower, std::span<const int> parent);

}  // namespace vide::detail
