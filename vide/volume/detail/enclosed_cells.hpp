// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/thread_pool.hpp"
#include "vide/volume/detail/surface_cells.hpp"

namespace vide::detail {

// Turns `unknown` into `outside` where empty cells lead to the lattice's rim over cell faces. The
// rim must be empty.
void floodOutside(const SparseLattice& lattice, std::vector<Filling>& filling);

// For every place 1 where it belongs to the solid: the surface is there, or no way leads outside,
// or one meets the surface in at least three quarters of the 26 directions of the lattice.
std::vector<char> solidPlaces(const SparseLattice& lattice, const std::vector<Filling>& filling,
                              ThreadPool* pool);

}  // namespace vide::detail
