// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/color.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// A colour of its own for every handle, always the same for the same index: hues a golden angle
// apart, so that neighbours in the list differ strongly, in changing lightness.
Color handleColor(int handle);

// The weight picture: per vertex the colours of its handles mixed by weight. Negative weights count
// as none. Opaque; black for a vertex without weights.
std::vector<Color> weightColors(const VertexWeights& weights);

}  // namespace vide
