// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// A dense matrix, vertices x handles, as sparse rows and back. Entries of 0 are not kept; negative
// ones are (biharmonic coordinates have them). The matrix must be finite.
VertexWeights weightsFromMatrix(const Eigen::MatrixXd& matrix);
Eigen::MatrixXd toMatrix(const VertexWeights& weights);

}  // namespace vide
