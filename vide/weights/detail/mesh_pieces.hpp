// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <set>
#include <span>
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

// How many pieces lack a handle, and the largest of them: one line of a warning for all.
class LonePieces {
 public:
  void add(std::span<const int> piece) {
    ++count_;
    if (int(piece.size()) <= largest_) return;
    largest_ = int(piece.size());
    vertex_ = piece.front();
  }
  // What becomes of them, said of a single one (`one_does`) or of several.
  void warn(const std::string& one_does, const std::string& each_does,
            std::vector<std::string>& warnings) const {
    if (count_ == 0) return;
    const std::string largest =
        text("a piece of ", largest_, " vertices, among them vertex ", vertex_);
    warnings.push_back(count_ == 1 ? text(largest, ", has no handle; ", one_does)
                                   : text(count_, " pieces have no handle, the largest is ",
                                          largest, "; ", each_does));
  }

 private:
  int count_ = 0, largest_ = 0, vertex_ = -1;
};

// The vertices of each connected piece, both by ascending vertex; K has an entry for every edge. A
// vertex in no element is a piece of its own.
std::vector<std::vector<int>> piecesOf(const SparseMatrix& K);

}  // namespace vide::detail
