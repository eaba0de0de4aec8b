// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace vide {

// A solid of tetrahedra. V is n x 3; T is m x 4 indices into V's rows, 0-based, each tetrahedron of
// positive volume: seen from the last corner, the first three turn counter-clockwise.
struct TetMesh {
  Eigen::MatrixXd V;
  Eigen::MatrixX4i T;
};

}  // namespace vide
