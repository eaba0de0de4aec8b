// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// Where each vertex reads its distances: at itself inside the mask; outside (a margin was added) at
// the nearest inside place of its own part. part: one number per vertex, or empty.
std::vector<Place> anchorVertices(const MaskRuns& runs, const Eigen::MatrixXd& V,
                                  std::span<const int> part);

}  // namespace vide::detail
