// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/volume/detail/surface_cells.hpp"

namespace vide::detail {

// Turns `unknown` into `outside` where empty cells lead to the lattice's rim over cell faces.
void floodOutside(const SparseLattice& lattice, std::vector<Filling>& filling);

// For every place, in how many of the 26 directions of the lattice one meets the surface. At the
// rim 0. `walls` is scratch and becomes the counts.
void countWalls(const SparseLattice& lattice, const std::vector<Filling>& filling,
                std::vector<std::uint32_t>& walls);

}  // namespace vide::detail
