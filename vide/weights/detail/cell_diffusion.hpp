// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/detail/cell_columns.hpp"

namespace vide::detail {

// Cells of a lattice: how heat can go.
struct CellGraph {
  std::vector<std::array<int, 3>> coordinate;  // where each cell stands, not negative
  std::vector<std::array<int, 6>> neighbor;    // cells, or -1 for a wall
};

// The problem (-L + H) w = H p on cells: L is the Laplacian of the lattice with insulated walls, H
// ties each cell to its own p. What all H have in common is prepared once.
class CellDiffusion {
 public:
  explicit CellDiffusion(CellGraph graph);

  int cells() const { return int(neighbor_.size()); }

  // Solves for every column of w, which holds p and becomes the solution, by conjugate gradients
  // until the residual is below `tolerance` times the right side, in the norm of the system scaled
  // to a unit diagonal. `tie`: H > 0 per cell. Columns go by themselves, so the bits do not depend
  // on the number of threads. Errors: no solution after 1000 rounds (numeric_failure), cancelled.
  Result<void> solve(std::span<const float> tie, CellColumns& w, double tolerance, ThreadPool* pool,
                     const Progress& progress) const;

 private:
  // Blocks of 2 x 2 x 2 cells, of eight such blocks, and so on.
  struct Level {
    std::vector<int> parent;  // of each cell or block of the finer level
    std::vector<int> block;   // of each cell
    int blocks = 0;
  };
  class System;
  class GroupSolver;

  std::vector<std::array<int, 6>> neighbor_;  // walls lead to cells(), which is always 0
  std::vector<Level> levels_;
};

}  // namespace vide::detail
