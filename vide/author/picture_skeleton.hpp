// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// The skeleton as it looks from the front: one in space is projected on x and y, its bones turning
// in the plane; bones that then have no length do not deform. One that lies in the plane stays as
// it is. Errors: those of skeletonFromSegments.
Result<Skeleton> projectedSkeleton(Skeleton skeleton);

}  // namespace vide
