// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/weights/detail/bone_source.hpp"
#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// Lengths of the shortest paths inside the shape from one bone to `places`, into `out`; infinity
// where there is none. The shape is the union of its inside pixels' squares, in which the result is
// exact up to rounding.
//
// Continuous Dijkstra over the runs: waves leave the bone, cross portals in straight lines and bend
// around the shape's corners; at each portal only the first to arrive travel on. After Mitchell,
// Mount and Papadimitriou, "The Discrete Geodesic Problem", 1987, with rows of pixels in place of
// triangles.
void euclideanDistances(const MaskRuns& runs, const BoneSource& source,
                        std::span<const Place> places, std::span<double> out);

}  // namespace vide::detail
