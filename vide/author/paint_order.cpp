// SPDX-License-Identifier: MIT
#include "vide/author/paint_order.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace vide {
namespace {

// The bone that pulls a triangle's corners most, the first of equals.
int strongestBone(const TriMesh& mesh, const VertexWeights& weights, Eigen::Index triangle) {
  std::vector<double> pull(std::size_t(weights.handles));
  for (int corner = 0; corner < 3; ++corner) {
    const auto v = std::size_t(mesh.F(triangle, corner));
    const auto bones = weights.handlesOf(v);
    const auto values = weights.weightsOf(v);
    for (std::size_t i = 0; i < bones.size(); ++i) pull[std::size_t(bones[i])] += values[i];
  }
  return static_cast<int>(std::max_element(pull.begin(), pull.end()) - pull.begin());
}

}  // namespace

void paintInBoneOrder(TriMesh& mesh, const VertexWeights& weights) {
  using Place = std::array<int, 4>;  // the bone, then the corners
  std::vector<Place> order;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    order.push_back({strongestBone(mesh, weights, f), mesh.F(f, 0), mesh.F(f, 1), mesh.F(f, 2)});
  }
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    mesh.F.row(Eigen::Index(i)) << order[i][1], order[i][2], order[i][3];
  }
}

Eigen::MatrixX3i trianglesByCorners(const Eigen::MatrixX3i& F) {
  std::vector<std::array<int, 3>> order;
  for (Eigen::Index f = 0; f < F.rows(); ++f) order.push_back({F(f, 0), F(f, 1), F(f, 2)});
  std::ranges::sort(order);
  Eigen::MatrixX3i sorted(F.rows(), 3);
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.row(Eigen::Index(i)) << order[i][0], order[i][1], order[i][2];
  }
  return sorted;
}

}  // namespace vide
