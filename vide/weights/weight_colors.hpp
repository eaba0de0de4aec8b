// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vide/mesh/vertex_weights.hpp"

namespace vide {

using Rgba8 = std::array<std::uint8_t, 4>;  // straight alpha, sRGB

// A colour of its own for every handle, always the same for the same index: hues a golden angle
// apart, so that neighbours in the list differ strongly, in changing lightness.
Rgba8 handleColor(int handle);

// The weight picture: per vertex the colours of its handles mixed by weight. Negative weights count
// as none. Opaque; black for a vertex without weights.
std::vector<Rgba8> weightColors(const VertexWeights& weights);

}  // namespace vide
