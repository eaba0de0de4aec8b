// SPDX-License-Identifier: MIT
#include "vide/deform/detail/element_mesh.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <numeric>

#include "vide/numeric/laplacian.hpp"

namespace vide::detail {

namespace {

constexpr std::array<std::array<int, 2>, 3> triangle_edges{{{1, 2}, {2, 0}, {0, 1}}};

// What a clamped edge weighs, as a part of the mean: enough to keep the system definite.
constexpr double least_weight = 1e-3;

template <class Elements, class Weights>
void appendRows(const Elements& elements, const Weights& weights, ElementMesh& mesh) {
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (int v : elements.row(e)) mesh.corner.push_back(v);
    for (double w : weights.row(e)) mesh.weight.push_back(w);
  }
}

template <class Elements>
Result<ElementMesh> weigh(const Eigen::MatrixXd& V, const Elements& elements) {
  if (elements.rows() == 0) {
    return fail(ErrorCode::invalid_argument, "mesh: no triangles or tetrahedra");
  }
  const auto weights = halfCotangents(V, elements);
  if (!weights) return std::unexpected(weights.error());
  ElementMesh mesh{int(V.cols()), int(elements.cols())};
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (double x : V.row(v)) mesh.rest.push_back(x);
  }
  appendRows(elements, *weights, mesh);
  mesh.element_id.resize(std::size_t(elements.rows()));
  std::iota(mesh.element_id.begin(), mesh.element_id.end(), 0);
  return mesh;
}

// An element's edge with its vertices in ascending order.
struct PlacedEdge {
  int low, high;
  std::size_t place;  // in ElementMesh::weight

  bool joinsAs(const PlacedEdge& other) const { return low == other.low && high == other.high; }
};

std::vector<PlacedEdge> sortedEdges(const ElementMesh& mesh) {
  std::vector<PlacedEdge> edges;
  edges.reserve(mesh.weight.size());
  for (int e = 0; e < mesh.elements(); ++e) {
    const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
    for (const auto& [a, b] : edgesOf(mesh)) {
      const auto [low, high] = std::minmax(corner[a], corner[b]);
      edges.push_back({low, high, edges.size()});
    }
  }
  std::ranges::sort(edges, [](const PlacedEdge& a, const PlacedEdge& b) {
    return std::array{a.low, a.high} != std::array{b.low, b.high}
               ? std::array{a.low, a.high} < std::array{b.low, b.high}
               : a.place < b.place;
  });
  return edges;
}

}  // namespace

std::span<const std::array<int, 2>> edgesOf(const ElementMesh& mesh) {
  if (mesh.corners == 3) return triangle_edges;
  return tetrahedron_edges;
}

Result<ElementMesh> weighElements(const TriMesh& mesh) { return weigh(mesh.V, mesh.F); }
Result<ElementMesh> weighElements(const TetMesh& mesh) { return weigh(mesh.V, mesh.T); }

void clampWeights(ElementMesh& mesh) {
  double size = 0;
  for (double w : mesh.weight) size += std::abs(w);
  const std::vector<PlacedEdge> edges = sortedEdges(mesh);
  const double least = least_weight * size / double(mesh.weight.size());
  for (std::size_t first = 0, end; first < edges.size(); first = end) {
    double sum = 0;
    for (end = first; end < edges.size() && edges[end].joinsAs(edges[first]); ++end) {
      sum += mesh.weight[edges[end].place];
    }
    if (sum >= least) continue;
    for (std::size_t i = first; i < end; ++i) {
      mesh.weight[edges[i].place] = least / double(end - first);
    }
  }
}

Components connectedParts(const ElementMesh& mesh) {
  // Two triangles join the four corners of a tetrahedron.
  const int triangles = mesh.corners - 2;
  Eigen::MatrixX3i F(Eigen::Index(mesh.elements()) * triangles, 3);
  for (int e = 0; e < mesh.elements(); ++e) {
    const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
    for (int t = 0; t < triangles; ++t) {
      F.row(Eigen::Index(e) * triangles + t) << corner[t], corner[t + 1], corner[t + 2];
    }
  }
  return connectedComponents(mesh.vertices(), F);
}

SparseMatrix stiffnessOf(const ElementMesh& mesh) {
  std::vector<Triplet> entries;
  entries.reserve(mesh.weight.size() * 4);
  const double* weight = mesh.weight.data();
  for (int e = 0; e < mesh.elements(); ++e) {
    const int* corner = mesh.corner.data() + std::size_t(e) * mesh.corners;
    for (const auto& [a, b] : edgesOf(mesh)) {
      const int i = corner[a], j = corner[b];
      const double w = *weight++;
      entries.insert(entries.end(), {{i, i, w}, {j, j, w}, {i, j, -w}, {j, i, -w}});
    }
  }
  return fromTriplets(mesh.vertices(), mesh.vertices(), entries);
}

}  // namespace vide::detail
