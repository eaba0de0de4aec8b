// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Which deforming bone hangs on which, those between that do not deform left out.
struct DeformingTree {
  std::vector<int> parent;                 // by bone: the deforming bone above, or -1
  std::vector<std::vector<int>> children;  // by bone: deforming ones
};

DeformingTree deformingTree(const Skeleton& skeleton);

// The run of bones without a branch that begins with this one.
std::vector<int> limbFrom(const DeformingTree& tree, int bone);

// Whether such a run begins with it: where the skeleton branches, and at roots.
bool startsLimb(const DeformingTree& tree, int bone);

double lengthOf(const Skeleton& skeleton, int bone);
double lengthOf(const Skeleton& skeleton, const std::vector<int>& limb);

}  // namespace vide::detail
