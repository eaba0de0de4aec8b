// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/progress.hpp"
#include "vide/volume/solid.hpp"
#include "vide/weights/detail/solid_bones.hpp"
#include "vide/weights/detail/solid_readout.hpp"

namespace vide::detail {

// How far a bone is from a cell, inside the solid, in the solid's unit.
struct BoneDistance {
  int bone = 0;  // index among the solid bones
  double distance = 0;
  bool direct = false;  // a straight line leads there
};

// For each cell the `nearest` bones by that distance, ascending; ties go to the lower bone. Fewer
// where fewer bones are in the cell's part. Empty when cancelled.
std::vector<std::vector<BoneDistance>> solidDistances(const Solid& solid,
                                                      std::span<const SolidBone> bones,
                                                      std::span<const BoneCells> seeds, int nearest,
                                                      const Progress& progress);

}  // namespace vide::detail
