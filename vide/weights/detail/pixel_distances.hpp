// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/weights/detail/bone_source.hpp"
#include "vide/weights/detail/mask_runs.hpp"
#include "vide/weights/geodesic.hpp"

namespace vide::detail {

// Distances from one bone to `places`, into `out`; infinity where there is no path.
void pixelDistances(const MaskRuns& runs, int width, const BoneSource& source,
                    GeodesicMetric metric, std::span<const Place> places, std::span<double> out);

}  // namespace vide::detail
