// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// Where each vertex reads its distances: at itself inside the mask; outside (a margin was added) at
// the nearest inside place of its own part.
//
// part: one number per vertex, or empty; a vertex then keeps to the mask's parts in which other
// vertices of its number lie. triangles: of valid indices, or null; a vertex then keeps to the limb
// that its own triangles lead to: it takes the nearest place that is connected, within sight, to
// the first inside point on the way into them. So the two sides of a narrow gap are never mixed up.
std::vector<Place> anchorVertices(const MaskRuns& runs, const Eigen::MatrixXd& V,
                                  std::span<const int> part, const Eigen::MatrixX3i* triangles);

}  // namespace vide::detail
