// SPDX-License-Identifier: MIT
#include "vide/numeric/facet_laplacian.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "vide/numeric/detail/mesh_elements.hpp"

namespace vide {

namespace {

template <int Corners>
using Facet = std::array<int, Corners - 1>;

template <int Corners>
using Elements = Eigen::Matrix<int, Eigen::Dynamic, Corners>;

// The facet opposite to a corner, its vertices ascending.
template <int Corners>
Facet<Corners> facetOf(const Elements<Corners>& elements, Eigen::Index e, int corner) {
  Facet<Corners> facet;
  for (int k = 1; k < Corners; ++k) facet[k - 1] = elements(e, (corner + k) % Corners);
  std::ranges::sort(facet);
  return facet;
}

template <int Corners>
std::vector<Facet<Corners>> facetsOf(const Elements<Corners>& elements) {
  std::vector<Facet<Corners>> facets;
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    for (int k = 0; k < Corners; ++k) facets.push_back(facetOf<Corners>(elements, e, k));
  }
  std::ranges::sort(facets);
  facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
  return facets;
}

// The weight of the edge between two corners, as in x^T K x = sum of w |dx|^2.
double edgeWeight(const detail::TriangleShape& shape, int i, int j) {
  return shape.halfCotangent(3 - i - j);
}
double edgeWeight(const detail::TetrahedronShape& shape, int i, int j) {
  return shape.weight(i, j);
}

template <int Corners>
Result<FacetLaplacian> laplacianOf(const Eigen::MatrixXd& V, const Elements<Corners>& elements) {
  constexpr double steepness = (Corners - 1) * (Corners - 1);  // of a facet's function, squared
  if (auto checked = detail::checkMesh(V, elements); !checked) {
    return std::unexpected(checked.error());
  }
  const std::vector<Facet<Corners>> facets = facetsOf<Corners>(elements);
  const int count = int(facets.size());
  FacetLaplacian result;
  result.mass.resize(facets.size());
  result.element_count.resize(facets.size());
  std::vector<Triplet> stiffness, mean;
  const auto done = detail::forEachElement(V, elements, [&](Eigen::Index e, const auto& shape) {
    std::array<int, Corners> facet;
    for (int k = 0; k < Corners; ++k) {
      const auto at = std::ranges::lower_bound(facets, facetOf<Corners>(elements, e, k));
      facet[k] = int(at - facets.begin());
      result.mass[facet[k]] += shape.measure() / Corners;
      ++result.element_count[facet[k]];
    }
    for (int i = 0; i < Corners; ++i) {
      for (int j = i + 1; j < Corners; ++j) {
        const double w = steepness * edgeWeight(shape, i, j);
        const int a = facet[i], b = facet[j];
        stiffness.insert(stiffness.end(), {{a, a, w}, {b, b, w}, {a, b, -w}, {b, a, -w}});
      }
    }
  });
  if (!done) return std::unexpected(done.error());
  for (int f = 0; f < count; ++f) {
    for (int v : facets[f]) mean.push_back({f, v, 1.0 / (Corners - 1)});
  }
  result.stiffness = fromTriplets(count, count, stiffness);
  result.vertex_to_facet = fromTriplets(count, int(V.rows()), mean);
  return result;
}

}  // namespace

Result<FacetLaplacian> facetLaplacian(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  return laplacianOf<3>(V, F);
}

Result<FacetLaplacian> facetLaplacian(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T) {
  return laplacianOf<4>(V, T);
}

}  // namespace vide
