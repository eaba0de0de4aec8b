// SPDX-License-Identifier: MIT
#include "vide/mesh/weld.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace vide {

std::vector<int> coincidentVertices(const Eigen::MatrixXd& V) {
  std::vector<int> order(std::size_t(V.rows()));
  std::iota(order.begin(), order.end(), 0);
  const auto compare = [&](int a, int b) {
    for (Eigen::Index k = 0; k < V.cols(); ++k) {
      if (V(a, k) != V(b, k)) return V(a, k) < V(b, k) ? -1 : 1;
    }
    return 0;
  };
  std::ranges::sort(order, [&](int a, int b) {
    const int sign = compare(a, b);
    return sign != 0 ? sign < 0 : a < b;
  });
  std::vector<int> first(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && compare(order[i - 1], order[i]) == 0;
    first[std::size_t(order[i])] = same ? first[std::size_t(order[i - 1])] : order[i];
  }
  return first;
}

WeldedMesh weld(const TriMesh& mesh) {
  WeldedMesh welded{{mesh.V, mesh.F}, coincidentVertices(mesh.V)};
  int count = 0;
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const int first = welded.vertex[v];
    const bool own = first == int(v);
    welded.vertex[v] = own ? count++ : welded.vertex[std::size_t(first)];
    if (own) welded.mesh.V.row(welded.vertex[v]) = mesh.V.row(Eigen::Index(v));
  }
  welded.mesh.V.conservativeResize(count, Eigen::NoChange);
  for (int& v : welded.mesh.F.reshaped()) v = welded.vertex[std::size_t(v)];
  return welded;
}

}  // namespace vide
