// SPDX-License-Identifier: MIT
#include "vide/weights/weight_tools.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "vide/core/text.hpp"

namespace vide {
namespace {

// The first `count_of(values)` weights of every row, which are its largest, summing to one again.
template <class CountOf>
VertexWeights largest(const VertexWeights& weights, CountOf count_of) {
  VertexWeights pruned;
  pruned.handles = weights.handles;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    const auto handles = weights.handlesOf(v);
    const auto values = weights.weightsOf(v);
    const std::size_t kept = count_of(values);
    const double sum = std::accumulate(values.begin(), values.begin() + kept, 0.0);
    for (std::size_t i = 0; i < kept; ++i) {
      pruned.handle.push_back(handles[i]);
      pruned.weight.push_back(sum > 0 ? values[i] / sum : values[i]);
    }
    pruned.row_start.push_back(pruned.handle.size());
  }
  return pruned;
}

}  // namespace

VertexWeights prune(const VertexWeights& weights, int influences) {
  return largest(weights, [&](std::span<const double> values) {
    return std::min(values.size(), std::size_t(std::max(influences, 1)));
  });
}

VertexWeights pruneBelow(const VertexWeights& weights, double threshold) {
  return largest(weights, [&](std::span<const double> values) {
    const auto kept = std::ranges::count_if(values, [&](double w) { return w >= threshold; });
    return std::min(values.size(), std::max<std::size_t>(std::size_t(kept), 1));
  });
}

VertexWeights selectRows(const VertexWeights& weights, std::span<const int> rows) {
  VertexWeights selected{weights.handles};
  for (int row : rows) {
    std::ranges::copy(weights.handlesOf(std::size_t(row)), std::back_inserter(selected.handle));
    std::ranges::copy(weights.weightsOf(std::size_t(row)), std::back_inserter(selected.weight));
    selected.row_start.push_back(selected.handle.size());
  }
  return selected;
}

VertexWeights renumber(const VertexWeights& weights, std::span<const int> to, int handles) {
  VertexWeights result{.handles = handles};
  std::vector<Influence> row;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    row.clear();
    for (std::size_t i = 0; i < weights.handlesOf(v).size(); ++i) {
      row.push_back({to[std::size_t(weights.handlesOf(v)[i])], weights.weightsOf(v)[i]});
    }
    appendRow(result, row);
  }
  return result;
}

int mostInfluences(const VertexWeights& weights) {
  std::size_t most = 0;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    most = std::max(most, weights.handlesOf(v).size());
  }
  return static_cast<int>(most);
}

Result<VertexWeights> normalize(const VertexWeights& weights) {
  VertexWeights normalized = weights;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    const auto values = weights.weightsOf(v);
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    if (!std::isfinite(sum) || sum <= 0) {
      return failAtVertex(v, text("they sum to ", sum, " and cannot be normalised"));
    }
    for (std::size_t e = weights.row_start[v]; e < weights.row_start[v + 1]; ++e) {
      normalized.weight[e] /= sum;
    }
  }
  return normalized;
}

}  // namespace vide
