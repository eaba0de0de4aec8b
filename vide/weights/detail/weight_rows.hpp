// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/mesh/surface_locator.hpp"
#include "vide/mesh/vertex_weights.hpp"

// Building weights from the rows of others.
namespace vide::detail {

// Appends row `row` of `from` as it is.
void copyRow(const VertexWeights& from, std::size_t row, VertexWeights& to);

// Appends the sum of rows of `from`, each times its share. Shares are 0 or more and sum to one.
void appendMixedRow(const VertexWeights& from, std::span<const int> rows,
                    std::span<const double> shares, VertexWeights& to);
// The rows of a place's vertices.
void appendMixedRow(const VertexWeights& from, const SurfacePoint& place, VertexWeights& to);

}  // namespace vide::detail
