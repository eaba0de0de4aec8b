// SPDX-License-Identifier: MIT
#include "vide/deform/morph.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide {
namespace {

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("morph: ", pieces...)); }

bool allFinite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

Result<void> checkTarget(const MorphTarget& target, std::size_t number, std::size_t vertices) {
  const std::size_t entries = target.vertices.empty() ? vertices : target.vertices.size();
  if (target.offsets.size() != 3 * entries) {
    return wrong("target ", number, " has ", target.offsets.size(), " offset floats where ",
                 3 * entries, " are needed");
  }
  if (!target.normal_offsets.empty() && target.normal_offsets.size() != 3 * entries) {
    return wrong("target ", number, " has ", target.normal_offsets.size(),
                 " normal offset floats where ", 3 * entries, " are needed");
  }
  const auto missing = std::ranges::find_if(
      target.vertices, [&](std::uint32_t vertex) { return vertex >= vertices; });
  if (missing != target.vertices.end()) {
    return wrong("target ", number, " names vertex ", *missing, " of ", vertices);
  }
  if (!allFinite(target.offsets) || !allFinite(target.normal_offsets)) {
    return wrong("target ", number, " has an offset that is not finite");
  }
  return {};
}

void addOffsets(std::span<const std::uint32_t> vertices, std::span<const float> offsets,
                float weight, std::span<float> out) {
  if (vertices.empty()) {
    for (std::size_t i = 0; i < offsets.size(); ++i) out[i] += weight * offsets[i];
    return;
  }
  for (std::size_t i = 0; i < vertices.size() && !offsets.empty(); ++i) {
    for (std::size_t d = 0; d < 3; ++d) out[3 * vertices[i] + d] += weight * offsets[3 * i + d];
  }
}

}  // namespace

Result<void> MorphJob::validate() const {
  if (positions.size() % 3 != 0 || out_positions.size() != positions.size() ||
      out_normals.size() != normals.size() ||
      (!normals.empty() && normals.size() != positions.size())) {
    return wrong("positions, normals and outputs differ in length or are not 3 floats a vertex");
  }
  if (weights.size() != targets.size()) {
    return wrong(weights.size(), " weights for ", targets.size(), " targets");
  }
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const auto checked = checkTarget(targets[t], t, positions.size() / 3);
    if (!checked) return checked;
  }
  return {};
}

void MorphJob::run() const noexcept {
  std::ranges::copy(positions, out_positions.begin());
  std::ranges::copy(normals, out_normals.begin());
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const MorphTarget& target = targets[t];
    if (weights[t] == 0) continue;
    addOffsets(target.vertices, target.offsets, weights[t], out_positions);
    if (normals.empty()) continue;
    addOffsets(target.vertices, target.normal_offsets, weights[t], out_normals);
  }
}

}  // namespace vide
