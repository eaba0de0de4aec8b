// SPDX-License-Identifier: MIT
#include "vide/mesh/adjacency.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace vide {

namespace {

// The root of v's tree, halving the path on the way.
int rootOf(std::vector<int>& parent, int v) {
  while (parent[v] != v) v = parent[v] = parent[parent[v]];
  return v;
}

// The lower root stays a root, so that a piece's root is its lowest vertex.
void join(std::vector<int>& parent, int a, int b) {
  a = rootOf(parent, a);
  b = rootOf(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

}  // namespace

Components connectedComponents(int vertices, const Eigen::MatrixX3i& F) {
  std::vector<int> parent(static_cast<std::size_t>(vertices));
  std::iota(parent.begin(), parent.end(), 0);
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    join(parent, F(f, 0), F(f, 1));
    join(parent, F(f, 1), F(f, 2));
  }
  Components pieces;
  pieces.of_vertex.resize(parent.size());
  for (int v = 0; v < vertices; ++v) {
    const int root = rootOf(parent, v);
    pieces.of_vertex[v] = root == v ? pieces.count++ : pieces.of_vertex[root];
  }
  return pieces;
}

std::vector<std::array<int, 2>> boundaryEdges(const Eigen::MatrixX3i& F) {
  std::vector<std::array<int, 2>> edges;
  edges.reserve(std::size_t(F.rows()) * 3);
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) edges.push_back({F(f, k), F(f, (k + 1) % 3)});
  }
  std::ranges::sort(edges);
  std::vector<std::array<int, 2>> boundary;
  for (const auto& edge : edges) {
    if (!std::ranges::binary_search(edges, std::array{edge[1], edge[0]})) boundary.push_back(edge);
  }
  return boundary;
}

}  // namespace vide
