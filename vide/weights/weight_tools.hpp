// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "vide/core/error.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Small tools that work on the weights of any method; vertex_weights.hpp checks them.
namespace vide {

// The `influences` largest weights of every row, summing to one again. influences >= 1.
VertexWeights prune(const VertexWeights& weights, int influences);

// Those rows in that order, each 0 .. vertices - 1.
VertexWeights selectRows(const VertexWeights& weights, std::span<const int> rows);

// The most entries that a row has.
int mostInfluences(const VertexWeights& weights);

// Every row scaled to sum to one. Negative entries are kept (biharmonic coordinates have them).
// Error: a row whose sum is zero, negative or not finite, naming the vertex.
Result<VertexWeights> normalize(const VertexWeights& weights);

// A dense matrix, vertices x handles, as sparse rows and back. Entries of 0 are not kept; negative
// ones are (biharmonic coordinates have them). The matrix must be finite.
VertexWeights weightsFromMatrix(const Eigen::MatrixXd& matrix);
Eigen::MatrixXd toMatrix(const VertexWeights& weights);

}  // namespace vide
