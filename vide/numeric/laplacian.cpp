// SPDX-License-Identifier: MIT
#include "vide/numeric/laplacian.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/numeric/detail/mesh_elements.hpp"

namespace vide {

using detail::forEachElement;
using detail::TetrahedronShape;
using detail::TriangleShape;

namespace {

// How a triangle's area is shared among its corners.
std::array<double, 3> voronoiAreas(const TriangleShape& shape) {
  std::array<double, 3> area;
  for (int k = 0; k < 3; ++k) {
    if (shape.halfCotangent(k) >= 0) continue;
    area.fill(shape.doubled_area / 8);
    area[k] = shape.doubled_area / 4;
    return area;
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    area[k] = (shape.squared_edge[i] * shape.halfCotangent(i) +
               shape.squared_edge[j] * shape.halfCotangent(j)) /
              4;
  }
  return area;
}

// Four entries for each weighted edge.
void addEdge(std::vector<Triplet>& entries, int i, int j, double w) {
  entries.insert(entries.end(), {{i, i, w}, {j, j, w}, {i, j, -w}, {j, i, -w}});
}

template <class Elements>
Result<std::vector<double>> measuresOf(const Eigen::MatrixXd& V, const Elements& elements) {
  std::vector<double> measures(std::size_t(elements.rows()));
  const auto done = forEachElement(
      V, elements, [&](Eigen::Index e, const auto& shape) { measures[e] = shape.measure(); });
  if (!done) return std::unexpected(done.error());
  return measures;
}

template <class Elements>
Result<std::vector<double>> equalShares(const Eigen::MatrixXd& V, const Elements& elements) {
  std::vector<double> mass(std::size_t(V.rows()));
  const auto done = forEachElement(V, elements, [&](Eigen::Index e, const auto& shape) {
    for (int v : elements.row(e)) mass[v] += shape.measure() / double(elements.cols());
  });
  if (!done) return std::unexpected(done.error());
  return mass;
}

// Adds the gradient of the hat function of vertex v on element e.
void addGradient(std::vector<Triplet>& entries, Eigen::Index dimension, Eigen::Index e, int v,
                 Vec3 slope) {
  const std::array<double, 3> values{slope.x, slope.y, slope.z};
  for (int axis = 0; axis < dimension; ++axis) {
    entries.push_back({int(dimension * e) + axis, v, values[axis]});
  }
}

}  // namespace

Result<Eigen::MatrixX3d> halfCotangents(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  Eigen::MatrixX3d half(F.rows(), 3);
  const auto done = forEachElement(V, F, [&](Eigen::Index f, const TriangleShape& shape) {
    for (int k = 0; k < 3; ++k) half(f, k) = shape.halfCotangent(k);
  });
  if (!done) return std::unexpected(done.error());
  return half;
}

Result<Eigen::Matrix<double, Eigen::Dynamic, 6>> halfCotangents(const Eigen::MatrixXd& V,
                                                                const Eigen::MatrixX4i& T) {
  Eigen::Matrix<double, Eigen::Dynamic, 6> half(T.rows(), 6);
  const auto done = forEachElement(V, T, [&](Eigen::Index t, const TetrahedronShape& shape) {
    for (int k = 0; k < 6; ++k) {
      half(t, k) = shape.weight(tetrahedron_edges[k][0], tetrahedron_edges[k][1]);
    }
  });
  if (!done) return std::unexpected(done.error());
  return half;
}

Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<Triplet> entries;
  entries.reserve(std::size_t(F.rows()) * 12);
  const auto done = forEachElement(V, F, [&](Eigen::Index f, const TriangleShape& shape) {
    for (int k = 0; k < 3; ++k) {
      addEdge(entries, F(f, (k + 1) % 3), F(f, (k + 2) % 3), shape.halfCotangent(k));
    }
  });
  if (!done) return std::unexpected(done.error());
  return fromTriplets(int(V.rows()), int(V.rows()), entries);
}

Result<SparseMatrix> cotangentStiffness(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T) {
  std::vector<Triplet> entries;
  entries.reserve(std::size_t(T.rows()) * 24);
  const auto done = forEachElement(V, T, [&](Eigen::Index t, const TetrahedronShape& shape) {
    for (const auto& [i, j] : tetrahedron_edges) {
      addEdge(entries, T(t, i), T(t, j), shape.weight(i, j));
    }
  });
  if (!done) return std::unexpected(done.error());
  return fromTriplets(int(V.rows()), int(V.rows()), entries);
}

Result<std::vector<double>> elementMeasures(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  return measuresOf(V, F);
}

Result<std::vector<double>> elementMeasures(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T) {
  return measuresOf(V, T);
}

Result<std::vector<double>> barycentricMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  return equalShares(V, F);
}

Result<std::vector<double>> barycentricMass(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T) {
  return equalShares(V, T);
}

Result<std::vector<double>> voronoiMass(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<double> mass(std::size_t(V.rows()));
  const auto done = forEachElement(V, F, [&](Eigen::Index f, const TriangleShape& shape) {
    const std::array<double, 3> area = voronoiAreas(shape);
    for (int k = 0; k < 3; ++k) mass[F(f, k)] += area[k];
  });
  if (!done) return std::unexpected(done.error());
  return mass;
}

Result<SparseMatrix> gradient(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F) {
  std::vector<Triplet> entries;
  const auto done = forEachElement(V, F, [&](Eigen::Index f, const TriangleShape& shape) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 opposite =
          detail::position(V, F(f, (k + 2) % 3)) - detail::position(V, F(f, (k + 1) % 3));
      const Vec3 turned = cross(shape.normal, opposite);
      addGradient(entries, V.cols(), f, F(f, k), turned / squaredLength(shape.normal));
    }
  });
  if (!done) return std::unexpected(done.error());
  return fromTriplets(int(V.cols() * F.rows()), int(V.rows()), entries);
}

Result<SparseMatrix> gradient(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T) {
  std::vector<Triplet> entries;
  const auto done = forEachElement(V, T, [&](Eigen::Index t, const TetrahedronShape& shape) {
    for (int k = 0; k < 4; ++k) {
      addGradient(entries, 3, t, T(t, k), shape.scaled_gradient[k] / shape.sixfold_volume);
    }
  });
  if (!done) return std::unexpected(done.error());
  return fromTriplets(int(3 * T.rows()), int(V.rows()), entries);
}

Result<SparseMatrix> polyharmonicMatrix(const SparseMatrix& K, std::span<const double> mass,
                                        int order) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text("polyharmonic matrix: ", pieces...));
  };
  if (order < 1 || order > 4) return wrong("the order is ", order, "; give 1 to 4");
  if (mass.size() != std::size_t(K.rows)) {
    return wrong("there are ", mass.size(), " masses for ", K.rows, " vertices; give one each");
  }
  std::vector<double> inverse(mass.size());
  for (std::size_t v = 0; v < mass.size(); ++v) {
    if (!(mass[v] >= 0) || !std::isfinite(mass[v])) {
      return wrong("the mass of vertex ", v, " is ", mass[v], "; give finite ones, not negative");
    }
    inverse[v] = mass[v] > 0 ? 1 / mass[v] : 0;
  }
  SparseMatrix Q = K;
  for (int k = 1; k < order; ++k) {
    // K is symmetric, and so is every Q_k: this order of factors keeps products of equal shape.
    scaleRows(Q, inverse);
    Q = product(K, Q);
  }
  return Q;
}

}  // namespace vide
