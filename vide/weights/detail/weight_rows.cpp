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

void appendMixedRow(const VertexWeights& from, std::span<const int> rows,
                    std::span<const double> shares, VertexWeights& to) {
  std::vector<Influence> parts;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    // A vertex that is met exactly keeps its weights to the last bit.
    if (shares[k] == 1) return copyRow(from, std::size_t(rows[k]), to);
    if (shares[k] == 0) continue;
    const auto handles = from.handlesOf(std::size_t(rows[k]));
    const auto values = from.weightsOf(std::size_t(rows[k]));
    for (std::size_t i = 0; i < handles.size(); ++i) {
      parts.push_back({handles[i], shares[k] * values[i]});
    }
  }
  std::ranges::stable_sort(parts, {}, &Influence::handle);
  std::vector<Influence> row;
  for (const Influence& part : parts) {
    if (row.empty() || row.back().handle != part.handle) row.push_back({part.handle, 0});
    row.back().weight += part.weight;
  }
  appendRow(to, row);
}

void appendMixedRow(const VertexWeights& from, const SurfacePoint& place, VertexWeights& to) {
  appendMixedRow(from, place.vertex, place.share, to);
}

}  // namespace vide::detail
