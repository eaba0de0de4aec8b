// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/volume/sparse_lattice.hpp"

namespace vide::detail {

// For every cell the distance from its centre to the nearest centre of a place outside, less half a
// cell, in cell sizes. Exact but for that: along a diagonal a place outside is nearer than it says.
// cell_in: per place of the lattice its cell, or -1; the rim is outside.
std::vector<float> depths(const SparseLattice& lattice, const std::vector<int>& cell_in, int cells);

}  // namespace vide::detail
