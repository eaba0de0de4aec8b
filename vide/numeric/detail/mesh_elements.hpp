// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/core/vec.hpp"

// What the operators of laplacian.hpp need to know of one triangle or tetrahedron.
namespace vide::detail {

// Relative to the longest edge: what counts as no area, no volume.
inline constexpr double flatness = 1e-10;

inline Vec3 position(const Eigen::MatrixXd& V, int v) {
  return {V(v, 0), V(v, 1), V.cols() == 3 ? V(v, 2) : 0};
}

struct TriangleShape {
  std::array<double, 3> squared_edge;  // opposite to corner 0, 1, 2
  Vec3 normal;                         // as long as twice the area
  double doubled_area;

  double halfCotangent(int k) const {
    const double next = squared_edge[(k + 1) % 3], after = squared_edge[(k + 2) % 3];
    return (next + after - squared_edge[k]) / (4 * doubled_area);
  }
  double measure() const { return doubled_area / 2; }
  bool flat() const { return !(doubled_area > flatness * *std::ranges::max_element(squared_edge)); }
};

inline TriangleShape shapeOf(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F, Eigen::Index f) {
  const Vec3 a = position(V, F(f, 0)), b = position(V, F(f, 1)), c = position(V, F(f, 2));
  const Vec3 normal = cross(b - a, c - a);
  return {
      {squaredLength(c - b), squaredLength(a - c), squaredLength(b - a)}, normal, length(normal)};
}

struct TetrahedronShape {
  std::array<Vec3, 4> scaled_gradient;  // 6 volume grad(hat function), inwards
  double sixfold_volume;                // signed
  double longest_edge;

  // The weight of the edge between two corners: x^T K x of this element is the sum of w |dx|^2.
  double weight(int i, int j) const {
    return -dot(scaled_gradient[i], scaled_gradient[j]) / (6 * std::abs(sixfold_volume));
  }
  double measure() const { return std::abs(sixfold_volume) / 6; }
  bool flat() const {
    return !(std::abs(sixfold_volume) > flatness * longest_edge * longest_edge * longest_edge);
  }
};

inline TetrahedronShape shapeOf(const Eigen::MatrixXd& V, const Eigen::MatrixX4i& T,
                                Eigen::Index t) {
  std::array<Vec3, 4> p;
  for (int k = 0; k < 4; ++k) p[k] = position(V, T(t, k));
  const Vec3 a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
  TetrahedronShape shape;
  shape.scaled_gradient = {Vec3{}, cross(b, c), cross(c, a), cross(a, b)};
  for (int k = 1; k < 4; ++k) {
    shape.scaled_gradient[0] = shape.scaled_gradient[0] - shape.scaled_gradient[k];
  }
  shape.sixfold_volume = dot(a, cross(b, c));
  const double squared =
      std::max({squaredLength(a), squaredLength(b), squaredLength(c), squaredLength(b - a),
                squaredLength(c - b), squaredLength(a - c)});
  shape.longest_edge = std::sqrt(squared);
  return shape;
}

template <class... Pieces>
std::unexpected<Error> wrongMesh(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("mesh: ", pieces...));
}

template <int Corners>
constexpr const char* element_name = Corners == 3 ? "triangle " : "tetrahedron ";

// Positions and indices alone; whether elements have extent is forEachElement's business.
template <int Corners>
Result<void> checkMesh(const Eigen::MatrixXd& V,
                       const Eigen::Matrix<int, Eigen::Dynamic, Corners>& elements) {
  if (V.cols() != 3 && (Corners == 4 || V.cols() != 2)) {
    return wrongMesh("positions have ", V.cols(), " coordinates; give ",
                     Corners == 3 ? "2 or 3" : "3");
  }
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (!V.row(v).allFinite()) {
      return wrongMesh("vertex ", v, " has a coordinate that is not finite");
    }
  }
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    if (elements.row(e).minCoeff() < 0 || elements.row(e).maxCoeff() >= V.rows()) {
      return wrongMesh(element_name<Corners>, e, " names a vertex outside 0 .. ", V.rows() - 1);
    }
  }
  return {};
}

// Calls visit(e, shape) for every element of a mesh that passes the checks.
template <int Corners, class Visit>
Result<void> forEachElement(const Eigen::MatrixXd& V,
                            const Eigen::Matrix<int, Eigen::Dynamic, Corners>& elements,
                            Visit visit) {
  if (auto checked = checkMesh(V, elements); !checked) return checked;
  for (Eigen::Index e = 0; e < elements.rows(); ++e) {
    const auto shape = shapeOf(V, elements, e);
    if (shape.flat()) {
      return wrongMesh(element_name<Corners>, e, " has no ", Corners == 3 ? "area" : "volume",
                       "; remove it or move its corners apart");
    }
    visit(e, shape);
  }
  return {};
}

}  // namespace vide::detail
