// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/weights/detail/cell_columns.hpp"

namespace vide::detail {

// The problem (-L + H) w = H p on cells: L is the Laplacian of the lattice with insulated walls, H
// ties each cell to its own p.
struct CellDiffusion {
  std::vector<std::array<int, 3>> coordinate;  // where each cell stands, not negative
  std::vector<std::array<int, 6>> neighbor;    // cells, or -1 for a wall
  std::vector<float> tie;                      // H > 0
};

// Solves for every column of w, which holds p and becomes the solution, by conjugate gradients
// until the residual is below `tolerance` times the right side, in the norm of the system scaled to
// a unit diagonal. Columns go by themselves, so the bits do not depend on the number of threads.
// Errors: no solution after 1000 rounds (numeric_failure), cancelled.
Result<void> solveDiffusion(const CellDiffusion& problem, CellColumns& w, double tolerance,
                            ThreadPool* pool, const Progress& progress);

}  // namespace vide::detail
