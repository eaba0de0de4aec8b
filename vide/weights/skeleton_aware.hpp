// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

struct SkeletonAwareOptions {
  // The distance, in the unit of V, over which a bone's pull falls by e. 0 means 1 % of the
  // diagonal of V's bounding box, or 1 where V has no extent.
  double smoothness = 0;
  // How far from a vertex, in the unit of V, a bone may be for the walk to step on it. 0 means
  // three times the smoothness beyond the vertex's nearest bone, whatever that bone's distance:
  // what lies farther would pull with less than a twentieth of the nearest bone's strength.
  double threshold = 0;
  int influences = 4;  // most bones a vertex may have, >= 1
};

// Weights from straight distances and the skeleton's own structure, for shapes without a mesh of
// any quality, and for placeholders: V is n x 2 or n x 3, and triangles do not matter.
//
// From the deforming bone whose segment is nearest to the vertex one walks to its parent and
// children, and on from there, as long as each bone on the way is within the threshold; bones that
// do not deform are walked over, but stop the walk, too, where they are farther than that. Of the
// bones found the nearest `influences` get exp(-(d - d_min) / s), normalised. Two feet that touch
// but are far apart in the skeleton never share a vertex.
//
// Not guaranteed: smoothness where the nearest bone changes between bones that are not neighbours
// in the skeleton; weights jump there, as they must.
//
// Errors: no deforming bone, values that are out of range or not finite; cancelled.
Result<WeightsResult> skeletonAwareWeights(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                                           const SkeletonAwareOptions& options = {},
                                           const Progress& progress = {});

}  // namespace vide
