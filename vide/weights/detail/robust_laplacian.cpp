// SPDX-License-Identifier: MIT
#include "vide/weights/detail/robust_laplacian.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "vide/core/vec.hpp"
#include "vide/weights/detail/mesh_pieces.hpp"

namespace vide::detail {
namespace {

constexpr double least_conductance = 1e-3, most_conductance = 1e3;
// Twice a triangle's area counts as at least this share of its longest edge squared.
constexpr double least_height = 1e-10;

Vec3 cornerOf(const TriMesh& mesh, int v) {
  return {mesh.V(v, 0), mesh.V(v, 1), mesh.V.cols() > 2 ? mesh.V(v, 2) : 0};
}

struct Edge {
  int a, b;
  double conductance;
};

// The three edges of a triangle with half the cotangents of the angles opposite to them.
void appendEdges(const TriMesh& mesh, Eigen::Index f, std::vector<Edge>& edges,
                 std::vector<double>& mass) {
  std::array<Vec3, 3> at;
  for (int k = 0; k < 3; ++k) at[k] = cornerOf(mesh, mesh.F(f, k));
  double longest = 0;
  for (int k = 0; k < 3; ++k) {
    longest = std::max(longest, squaredLength(at[k] - at[(k + 1) % 3]));
  }
  if (!(longest > 0)) return;
  const double twice_area = length(cross(at[1] - at[0], at[2] - at[0]));
  const double floored = std::max(twice_area, least_height * longest);
  for (int k = 0; k < 3; ++k) {
    const int a = mesh.F(f, (k + 1) % 3), b = mesh.F(f, (k + 2) % 3);
    mass[std::size_t(mesh.F(f, k))] += twice_area / 6;
    if (a == b) continue;
    const double cosine = dot(at[(k + 1) % 3] - at[k], at[(k + 2) % 3] - at[k]);
    edges.push_back({std::min(a, b), std::max(a, b), cosine / floored / 2});
  }
}

}  // namespace

RobustLaplacian robustLaplacian(const TriMesh& mesh) {
  std::vector<std::string> repeats;
  const TriMesh once{mesh.V, withoutRepeats<3>(mesh.F, repeats)};
  RobustLaplacian result;
  result.mass.assign(std::size_t(mesh.V.rows()), 0.0);
  std::vector<Edge> edges;
  for (Eigen::Index f = 0; f < once.F.rows(); ++f) appendEdges(once, f, edges, result.mass);
  std::ranges::stable_sort(
      edges, [](const Edge& x, const Edge& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  std::vector<Triplet> entries;
  for (int v = 0; v < int(mesh.V.rows()); ++v) entries.push_back({v, v, 0});
  for (std::size_t i = 0; i < edges.size();) {
    const Edge& edge = edges[i];
    double sum = 0;
    for (; i < edges.size() && edges[i].a == edge.a && edges[i].b == edge.b; ++i) {
      sum += edges[i].conductance;
    }
    const double flow = std::clamp(sum, least_conductance, most_conductance);
    entries.push_back({edge.a, edge.b, -flow});
    entries.push_back({edge.b, edge.a, -flow});
    entries.push_back({edge.a, edge.a, flow});
    entries.push_back({edge.b, edge.b, flow});
  }
  const int n = int(mesh.V.rows());
  result.stiffness = fromTriplets(n, n, entries);
  return result;
}

}  // namespace vide::detail
