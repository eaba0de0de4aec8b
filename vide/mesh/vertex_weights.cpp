// SPDX-License-Identifier: MIT
#include "vide/mesh/vertex_weights.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "vide/core/text.hpp"

namespace vide {

std::unexpected<Error> failAtVertex(std::size_t vertex, const std::string& what) {
  return fail(ErrorCode::invalid_argument, text("weights of vertex ", vertex, ": ", what));
}

namespace {

Result<void> checkBounds(const VertexWeights& weights) {
  const auto& start = weights.row_start;
  if (start.empty() || start.front() != 0 || !std::is_sorted(start.begin(), start.end()) ||
      start.back() != weights.handle.size() || start.back() != weights.weight.size()) {
    return fail(ErrorCode::invalid_argument,
                "weights: the row bounds do not fit the arrays; rebuild them row by row");
  }
  return {};
}

// `last_seen` holds for each handle the last row that named it, counted from one.
Result<void> checkRow(const VertexWeights& weights, std::size_t vertex, WeightSigns signs,
                      std::vector<std::size_t>& last_seen) {
  double sum = 0;
  for (std::size_t e = weights.row_start[vertex]; e < weights.row_start[vertex + 1]; ++e) {
    const int handle = weights.handle[e];
    if (handle < 0 || handle >= weights.handles) {
      return failAtVertex(vertex, text("there is no handle ", handle, " among ", weights.handles));
    }
    if (last_seen[std::size_t(handle)] == vertex + 1) {
      return failAtVertex(vertex, text("handle ", handle, " stands there twice"));
    }
    last_seen[std::size_t(handle)] = vertex + 1;
    const double weight = weights.weight[e];
    if (!std::isfinite(weight) || (weight < 0 && signs == WeightSigns::positive)) {
      return failAtVertex(vertex,
                          text(weight, " is not a weight; use ",
                               signs == WeightSigns::any ? "a finite number" : "0 or more"));
    }
    sum += weight;
  }
  if (std::abs(sum - 1) <= 1e-6) return {};
  return failAtVertex(vertex, text("they sum to ", sum, "; normalise them to 1"));
}

}  // namespace

void appendRow(VertexWeights& weights, std::vector<Influence>& row) {
  std::erase_if(row, [](const Influence& entry) { return !(entry.weight > 0); });
  std::sort(row.begin(), row.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.handle < b.handle;
  });
  for (const Influence& entry : row) {
    weights.handle.push_back(entry.handle);
    weights.weight.push_back(entry.weight);
  }
  weights.row_start.push_back(weights.handle.size());
}

Result<void> validate(const VertexWeights& weights, WeightSigns signs) {
  if (auto bounds = checkBounds(weights); !bounds) return bounds;
  std::vector<std::size_t> last_seen(std::size_t(std::max(weights.handles, 0)));
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    if (auto row = checkRow(weights, v, signs, last_seen); !row) return row;
  }
  return {};
}

Result<void> checkWeights(const VertexWeights& weights, std::size_t vertices, WeightSigns signs) {
  const std::size_t rows = weights.row_start.empty() ? 0 : weights.vertices();
  if (rows != vertices) {
    return fail(ErrorCode::invalid_argument,
                text("weights: ", rows, " rows for ", vertices, " vertices"));
  }
  return validate(weights, signs);
}

}  // namespace vide
