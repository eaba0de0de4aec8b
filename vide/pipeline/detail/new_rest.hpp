// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// The same skeleton at rest in that pose, of turned and moved bones: a scale in it is left out.
Result<Skeleton> restingIn(const Skeleton& skeleton, std::span<const Transform> pose);

// The clip, told from that new rest, so that it shows what it showed.
Clip toldFrom(const Clip& clip, const Skeleton& skeleton, std::span<const Transform> pose);

}  // namespace vide::detail
