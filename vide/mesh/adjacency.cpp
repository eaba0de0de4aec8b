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

Eigen::MatrixX3i boundaryFaces(const Eigen::MatrixX4i& T) {
  constexpr int corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const auto sideOf = [&](Eigen::Index t, int k) {
    std::array side{T(t, corners[k][0]), T(t, corners[k][1]), T(t, corners[k][2])};
    std::ranges::sort(side);
    return side;
  };
  std::vector<std::array<int, 3>> sides;
  sides.reserve(std::size_t(T.rows()) * 4);
  for (Eigen::Index t = 0; t < T.rows(); ++t) {
    for (int k = 0; k < 4; ++k) sides.push_back(sideOf(t, k));
  }
  std::ranges::sort(sides);
  std::vector<int> faces;
  for (Eigen::Index t = 0; t < T.rows(); ++t) {
    for (int k = 0; k < 4; ++k) {
      if (std::ranges::equal_range(sides, sideOf(t, k)).size() > 1) continue;
      for (int corner : corners[k]) faces.push_back(T(t, corner));
    }
  }
  Eigen::MatrixX3i F(Eigen::Index(faces.size() / 3), 3);
  for (Eigen::Index f = 0; f < F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) F(f, k) = faces[std::size_t(3 * f + k)];
  }
  return F;
}

}  // namespace vide
