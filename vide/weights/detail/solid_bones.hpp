// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"

namespace vide::detail {

// Where a bone acts in a solid: its segment, links from its joint to the joints of deforming
// children that do not start at its tail (through bones that do not deform), and at the end of a
// limb the stretch from its tail on to just inside the surface.
struct SolidBone {
  int bone = 0;  // index in the skeleton
  std::vector<std::array<Vec3, 2>> segments;
};

// Of every deforming bone, in the skeleton's order.
std::vector<SolidBone> solidBones(const Solid& solid, const Skeleton& skeleton);

double distanceTo(const SolidBone& bone, Vec3 p);

}  // namespace vide::detail
