// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/numeric/sparse_matrix.hpp"

namespace vide::detail {

// Elements that name the same corners, in whatever order, are kept once: the first of them.
template <int Corners>
Eigen::Matrix<int, Eigen::Dynamic, Corners> withoutRepeats(
    const Eigen::Matrix<int, Eigen::Dynamic, Corners>& elements,
    std::vector<std::string>& warnings) {
  std::set<std::array<int, Corners>> seen;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    std::array<int, Corners> corners;
    for (int k = 0; k < Corners; ++k) corners[k] = elements(e, k);
    std::ranges::sort(corners);
    if (seen.insert(corners).second) kept.push_back(e);
  }
  const Eigen::Index repeats = elements.rows() - Eigen::Index(kept.size());
  if (repeats == 0) return elements;
  warnings.push_back(text(repeats, " elements repeat others and are left out"));
  return elements(kept, Eigen::all);
}

// The vertices of each connected piece, both by ascending vertex; K has an entry for every edge. A
// vertex in no element is a piece of its own.
std::vector<std::vector<int>> piecesOf(const SparseMatrix& K);

}  // namespace vide::detail
