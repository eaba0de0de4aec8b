// SPDX-License-Identifier: MIT
#include "vide/mesh/weight_matrix.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace vide {

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
