// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_weight_sets.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_numbers.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t set_size = 4;  // glTF gives weights in fours

}  // namespace

std::vector<Influence> influencesOf(const VertexWeights& weights, std::size_t vertex) {
  const auto handles = weights.handlesOf(vertex);
  const auto values = weights.weightsOf(vertex);
  double sum = 0;
  for (const double value : values) sum += value;
  const double scale = std::abs(sum - 1) > 1e-7 ? 1 / sum : 1;
  std::vector<Influence> influences;
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const double weight = static_cast<double>(static_cast<float>(values[k] * scale));
    if (weight > 0) influences.push_back({handles[k], weight});
  }
  std::ranges::sort(influences, [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.handle < b.handle;
  });
  return influences;
}

Json addWeightSets(GltfBuilder& builder, std::span<const std::vector<Influence>> rows,
                   std::size_t joints) {
  Json attributes = Json::object();
  std::size_t most = 1;
  for (const auto& row : rows) most = std::max(most, row.size());
  const GltfComponent component = joints <= 256 ? GltfComponent::uint8 : GltfComponent::uint16;
  for (std::size_t set = 0; set * set_size < most; ++set) {
    std::vector<std::uint32_t> handles;
    std::vector<double> values;
    for (const auto& row : rows) {
      for (std::size_t k = set * set_size; k < (set + 1) * set_size; ++k) {
        const Influence influence = k < row.size() ? row[k] : Influence{};
        handles.push_back(static_cast<std::uint32_t>(influence.handle));
        values.push_back(influence.weight);
      }
    }
    attributes[text("JOINTS_", set)] = addIntegers(
        builder, handles, {.component = component, .components = 4, .target = vertex_target});
    attributes[text("WEIGHTS_", set)] =
        *addFloats(builder, values, {.components = 4, .target = vertex_target});  // within 0..1
  }
  return attributes;
}

}  // namespace vide::detail
