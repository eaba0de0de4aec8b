// SPDX-License-Identifier: MIT
#include "vide/weights/detail/weight_rows.hpp"

#include <algorithm>
#include <vector>

namespace vide::detail {

void copyRow(const VertexWeights& from, std::size_t row, VertexWeights& to) {
  const auto handles = from.handlesOf(row);
  const auto values = from.weightsOf(row);
  to.handle.insert(to.handle.end(), handles.begin(), handles.end());
  to.weight.insert(to.weight.end(), values.begin(), values.end());
  to.row_start.push_back(to.handle.size());
}

void appendMixedRow(const VertexWeights& from, const SurfacePoint& place, VertexWeights& to) {
  std::vector<Influence> row;
  for (std::size_t k = 0; k < 3; ++k) {
    if (place.share[k] == 0) continue;
    if (place.share[k] == 1) return copyRow(from, std::size_t(place.vertex[k]), to);
    const auto handles = from.handlesOf(std::size_t(place.vertex[k]));
    const auto values = from.weightsOf(std::size_t(place.vertex[k]));
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const double weight = place.share[k] * values[i];
      const auto same = std::ranges::find(row, handles[i], &Influence::handle);
      if (same != row.end()) {
        same->weight += weight;
      } else {
        row.push_back({handles[i], weight});
      }
    }
  }
  appendRow(to, row);
}

VertexWeights rowsOf(const VertexWeights& weights, std::span<const int> rows) {
  VertexWeights result;
  result.handles = weights.handles;
  for (const int row : rows) copyRow(weights, std::size_t(row), result);
  return result;
}

}  // namespace vide::detail
