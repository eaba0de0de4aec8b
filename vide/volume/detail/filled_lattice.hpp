// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/volume/detail/surface_cells.hpp"

namespace vide::detail {

// A lattice with the places that the solid takes.
struct FilledLattice {
  SparseLattice lattice;
  std::vector<char> solid;  // per place
  int cells = 0;
};

struct FillGoal {
  int cells = 0;               // about how many the solid should have
  std::size_t max_places = 0;  // most that the lattice may have
  ThreadPool* pool = nullptr;
};

struct FillOutcome {
  FilledLattice filled;
  bool coarsened = false;  // max_places kept cells larger than the goal asks for
};

// The solid of about `goal.cells` cells. The surface must have been checked.
Result<FillOutcome> fillLattice(const TriMesh& surface, const FillGoal& goal,
                                const Progress& progress);

}  // namespace vide::detail
