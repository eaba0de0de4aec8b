// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace vide {

// Triangles in the plane (V is n x 2) or in space (V is n x 3). F is m x 3 indices into V's rows,
// 0-based, counter-clockwise seen from the front.
struct TriMesh {
  Eigen::MatrixXd V;
  Eigen::MatrixX3i F;
};

}  // namespace vide
