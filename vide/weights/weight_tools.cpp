// SPDX-License-Identifier: MIT
#include "vide/weights/weight_tools.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "vide/core/text.hpp"

namespace vide {
namespace {

std::unexpected<Error> failAtVertex(std::size_t vertex, const std::string& what) {
  return fail(ErrorCode::invalid_argument, text("weights of vertex ", vertex, ": ", what));
}

Result<void> validateBounds(const VertexWeights& weights) {
  const auto& start = weights.row_start;
  if (start.empty() || start.front() != 0 || !std::is_sorted(start.begin(), start.end()) ||
      start.back() != weights.handle.size() || start.back() != weights.weight.size()) {
    return fail(ErrorCode::invalid_argument,
                "weights: the row bounds do not fit the arrays; rebuild them row by row");
  }
  return {};
}

Result<void> validateRow(const VertexWeights& weights, std::size_t vertex,
                         std::vector<std::size_t>& last_seen) {
  double sum = 0;
  for (std::size_t e = weights.row_start[vertex]; e < weights.row_start[vertex + 1]; ++e) {
    const int handle = weights.handle[e];
    if (handle < 0 || handle >= weights.handles) {
      return failAtVertex(vertex, text("there is no handle ", handle));
    }
    if (last_seen[handle] == vertex + 1) {
      return failAtVertex(vertex, text("handle ", handle, " stands there twice"));
    }
    last_seen[handle] = vertex + 1;
    if (!std::isfinite(weights.weight[e]) || weights.weight[e] < 0) {
      return failAtVertex(vertex, text(weights.weight[e], " is not a weight; use 0 or more"));
    }
    sum += weights.weight[e];
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

VertexWeights prune(const VertexWeights& weights, int influences) {
  VertexWeights pruned;
  pruned.handles = weights.handles;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    const auto handles = weights.handlesOf(v);
    const auto values = weights.weightsOf(v);
    const std::size_t kept = std::min(values.size(), std::size_t(std::max(influences, 1)));
    const double sum = std::accumulate(values.begin(), values.begin() + kept, 0.0);
    for (std::size_t i = 0; i < kept; ++i) {
      pruned.handle.push_back(handles[i]);
      pruned.weight.push_back(sum > 0 ? values[i] / sum : values[i]);
    }
    pruned.row_start.push_back(pruned.handle.size());
  }
  return pruned;
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

Result<void> validate(const VertexWeights& weights) {
  if (auto bounds = validateBounds(weights); !bounds) return bounds;
  std::vector<std::size_t> last_seen(std::max(weights.handles, 0));
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    if (auto row = validateRow(weights, v, last_seen); !row) return row;
  }
  return {};
}

VertexWeights weightsFromMatrix(const Eigen::MatrixXd& matrix) {
  VertexWeights weights;
  weights.handles = static_cast<int>(matrix.cols());
  std::vector<int> order;
  for (Eigen::Index v = 0; v < matrix.rows(); ++v) {
    order.clear();
    for (int h = 0; h < weights.handles; ++h) {
      if (matrix(v, h) != 0) order.push_back(h);
    }
    std::ranges::stable_sort(order, std::greater{}, [&](int h) { return matrix(v, h); });
    for (int h : order) {
      weights.handle.push_back(h);
      weights.weight.push_back(matrix(v, h));
    }
    weights.row_start.push_back(weights.handle.size());
  }
  return weights;
}

Eigen::MatrixXd toMatrix(const VertexWeights& weights) {
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(Eigen::Index(weights.vertices()), Eigen::Index(weights.handles));
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    for (std::size_t e = weights.row_start[v]; e < weights.row_start[v + 1]; ++e) {
      matrix(Eigen::Index(v), weights.handle[e]) = weights.weight[e];
    }
  }
  return matrix;
}

}  // namespace vide
