// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// Vertices in parts of the mask that hold no bone, and the bone each of them follows.
struct Unreached {
  std::vector<int> bone;  // per vertex; -1 where a bone reaches it
  std::vector<std::string> warnings;
};

// A part without a bone follows as one piece the bone that is nearest to any of its vertices,
// straight through gaps. `reached` says which vertices have a bone of their own. Of many such parts
// the largest are named and the rest counted.
Unreached followNearestBones(const MaskRuns& runs, const Eigen::MatrixXd& V,
                             std::span<const Place> places, std::span<const char> reached,
                             const Skeleton& skeleton);

}  // namespace vide::detail
