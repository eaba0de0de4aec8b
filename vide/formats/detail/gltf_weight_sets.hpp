// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide::detail {

// A vertex's weights as floats, largest first. They are scaled to a sum of one only where they are
// farther from it than rounding takes them, so that what was read is written unchanged.
std::vector<Influence> influencesOf(const VertexWeights& weights, std::size_t vertex);

// {"JOINTS_0": ..., "WEIGHTS_0": ..., ...}: as many sets of four as the busiest vertex needs, the
// handles being the joints, of which the skin has `joints`.
Json addWeightSets(GltfBuilder& builder, std::span<const std::vector<Influence>> rows,
                   std::size_t joints);

}  // namespace vide::detail
