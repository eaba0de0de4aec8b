// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/core/error.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// One number typed in by hand.
struct WeightEdit {
  int vertex = 0;
  int handle = 0;
  double weight = 0;  // 0 .. 1
};

// Sets weights one by one, in order: the vertex's other handles are scaled so that the row sums to
// one again. Handles that fall to 0 leave the row.
//
// Errors name the edit: indices or weights out of range; a weight below 1 on a vertex whose other
// handles are all 0, since there is nothing that could take the rest; weights that validate()
// refuses.
Result<VertexWeights> editWeights(const VertexWeights& weights, std::span<const WeightEdit> edits);

}  // namespace vide
