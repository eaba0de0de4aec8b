// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"

namespace vide::detail {

// A matrix of cells x columns in single precision, columns in groups of four so that four are
// worked on at a time: entry (cell, column) is at ((column / 4) * cells + cell) * 4 + column % 4.
class CellColumns {
 public:
  CellColumns() = default;
  CellColumns(int cells, int columns)
      : cells_(cells), columns_(columns), values_(std::size_t(groups()) * cells * 4) {}

  int cells() const { return cells_; }
  int columns() const { return columns_; }
  int groups() const { return (columns_ + 3) / 4; }
  float* group(int g) { return values_.data() + std::size_t(g) * cells_ * 4; }
  const float* group(int g) const { return values_.data() + std::size_t(g) * cells_ * 4; }
  float& at(int cell, int column) { return group(column / 4)[cell * 4 + column % 4]; }
  float at(int cell, int column) const { return group(column / 4)[cell * 4 + column % 4]; }

 private:
  int cells_ = 0;
  int columns_ = 0;
  std::vector<float> values_;
};

// The problem (-L + H) w = H p on cells: -L couples neighbours by their conductance, H ties each
// cell to its own p.
struct CellDiffusion {
  std::vector<std::array<int, 6>> neighbor;       // or -1
  std::vector<std::array<float, 6>> conductance;  // symmetric, >= 0; 0 where there is no neighbour
  std::vector<float> tie;                         // H, > 0 in every piece of the solid somewhere
};

// Solves for every column of p by conjugate gradients, from the start that w holds, until the
// residual is below `tolerance` of the right side in the norm of the scaled system.
Result<void> solve(const CellDiffusion& problem, const CellColumns& p, CellColumns& w,
                   double tolerance, ThreadPool* pool, const Progress& progress);

}  // namespace vide::detail
