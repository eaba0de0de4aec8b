// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// What every method of this module returns: rows that sum to one, and what a person should know
// about them, one sentence each.
struct WeightsResult {
  VertexWeights weights;
  std::vector<std::string> warnings;
};

}  // namespace vide
