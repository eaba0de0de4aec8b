// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/skeleton/skeleton.hpp"

namespace vide {

// By bone: the index of the nearest bone above it that deforms, or -1.
std::vector<int> deformingAncestors(const Skeleton& skeleton);

}  // namespace vide
