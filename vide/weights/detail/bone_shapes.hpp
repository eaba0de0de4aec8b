// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Where a bone is: its segment, and links from its joint to the joints of deforming children that
// do not start on the segment (through bones that do not deform). A chest whose arms hang at its
// sides reaches to them.
struct BoneShape {
  int bone = 0;  // index in the skeleton
  std::vector<std::array<Vec3, 2>> segments;
};

// Of every deforming bone, in the skeleton's order.
std::vector<BoneShape> boneShapes(const Skeleton& skeleton);

// The point of a bone's segments, of which there is at least one, that is nearest to p.
Vec3 nearestOn(std::span<const std::array<Vec3, 2>> segments, Vec3 p);

}  // namespace vide::detail
