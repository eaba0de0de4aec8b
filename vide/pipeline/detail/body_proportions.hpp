// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/pipeline/detail/body_field.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// The flesh on every deforming bone, thick as its limb is long and as what hangs on it is heavy.
// `least_radius` is the smallest that shows; `thickness` scales all.
std::vector<Flesh> fleshesOf(const Skeleton& skeleton, double thickness, double least_radius);

}  // namespace vide::detail
