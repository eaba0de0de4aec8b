// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/skeleton/skeleton.hpp"

namespace vide {

// The index of the nearest bone above `bone` that deforms, or -1.
int deformingAncestor(const Skeleton& skeleton, std::size_t bone);

}  // namespace vide
