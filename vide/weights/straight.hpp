// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

struct StraightOptions {
  // The distance, in the unit of V, over which a bone's pull falls by e. 0 means 2 % of the
  // diagonal of V's bounding box.
  double smoothness = 0;
  std::vector<double> bone_smoothness;  // one per bone, 0 where `smoothness` holds; or empty
  int influences = 4;                   // most bones a vertex may have, >= 1
};

// The weights of geodesic.hpp with the straight distance to the bone's segment, through gaps and
// holes. V is n x 2 or n x 3. It exists to be compared with: limbs that lie close together bleed
// into one another. Errors: no deforming bone, values that are out of range or not finite.
Result<WeightsResult> straightWeights(const Eigen::MatrixXd& V, const Skeleton& skeleton,
                                      const StraightOptions& options = {});

}  // namespace vide
