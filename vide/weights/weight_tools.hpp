// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "vide/core/error.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/mesh/weight_matrix.hpp"

// Small tools that work on the weights of any method; vertex_weights.hpp checks them.
namespace vide {

// The `influences` largest weights of every row, summing to one again. influences >= 1.
VertexWeights prune(const VertexWeights& weights, int influences);

// Without the weights below `threshold`, every row summing to one again; its largest stays.
VertexWeights pruneBelow(const VertexWeights& weights, double threshold);

// Those rows in that order, each 0 .. vertices - 1.
VertexWeights selectRows(const VertexWeights& weights, std::span<const int> rows);

// Handle h as handle to[h] of `handles`, which must lie in 0 .. handles - 1 for each that a row
// has.
VertexWeights renumber(const VertexWeights& weights, std::span<const int> to, int handles);

// The most entries that a row has.
int mostInfluences(const VertexWeights& weights);

// Every row scaled to sum to one. Negative entries are kept (biharmonic coordinates have them).
// Error: a row whose sum is zero, negative or not finite, naming the vertex.
Result<VertexWeights> normalize(const VertexWeights& weights);

}  // namespace vide
