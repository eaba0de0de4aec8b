// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace vide::detail {

// A matrix of cells x columns in single precision, columns in groups of four so that four are
// worked on at a time: group g holds columns 4 g .. 4 g + 3 of cell 0, then of cell 1, ... Columns
// beyond columns() are 0.
class CellColumns {
 public:
  CellColumns(int cells, int columns)
      : cells_(cells), columns_(columns), values_(std::size_t(groups()) * cells * 4) {}

  int cells() const { return cells_; }
  int columns() const { return columns_; }
  int groups() const { return (columns_ + 3) / 4; }
  float* group(int g) { return values_.data() + std::size_t(g) * cells_ * 4; }
  const float* group(int g) const { return values_.data() + std::size_t(g) * cells_ * 4; }
  float& at(int cell, int column) { return group(column / 4)[4 * cell + column % 4]; }

 private:
  int cells_;
  int columns_;
  std::vector<float> values_;
};

}  // namespace vide::detail
