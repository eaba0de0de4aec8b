// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vide/volume/solid.hpp"
#include "vide/weights/detail/solid_bones.hpp"

namespace vide::detail {

// Which cells of a solid have weights of their own, and whom the others follow.
struct SolidParts {
  std::vector<char> kept;    // per cell
  std::vector<int> follows;  // per cell: the kept cell whose weights it has; itself where kept
  std::vector<std::string> warnings;
};

// Kept are the parts that hold the most of some bone, except for specks of less than a thousandth
// of the solid; the largest part where there is no such part. Of the others each cell follows the
// nearest kept one; small parts follow a single one, so that they move rigidly.
SolidParts solidParts(const Solid& solid, std::span<const SolidBone> bones);

}  // namespace vide::detail
