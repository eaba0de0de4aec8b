// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vide/volume/solid.hpp"
#include "vide/weights/detail/solid_bones.hpp"

namespace vide::detail {

// For every cell itself where its part has an entry in `chosen` that is not 0, else the nearest
// cell of such a part, straight through gaps; ties go to the lower one. At least one part is
// chosen.
std::vector<int> nearestCellsOfParts(const Solid& solid, std::span<const char> chosen);

// What is to be said of the parts whose entry in `chosen` is 0, in one line; nothing where there is
// none.
std::vector<std::string> looseWarnings(const Solid& solid, std::span<const char> chosen);

// Which cells of a solid have weights of their own, and whom the others follow.
struct SolidParts {
  std::vector<char> kept;    // per cell
  std::vector<int> follows;  // per cell: the kept cell whose weights it has; itself where kept
  std::vector<std::string> warnings;
};

// Kept are the parts that hold the most of some bone, except for specks of less than a thousandth
// of the solid. Where these together are less than an eighth of it, all parts of at least the mean
// size are kept too: each piece of a scattered crowd goes with the bones near it. Of the others
// each cell follows the nearest kept one; small parts follow a single one, so that they move
// rigidly.
SolidParts solidParts(const Solid& solid, std::span<const SolidBone> bones);

}  // namespace vide::detail
