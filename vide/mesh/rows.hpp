// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide {

// A row of V, n x 2 or n x 3, as a point; at z = 0 in the plane.
inline Vec3 rowOf(const Eigen::MatrixXd& V, Eigen::Index row) {
  return {V(row, 0), V(row, 1), V.cols() > 2 ? V(row, 2) : 0};
}

inline std::vector<Vec3> pointsOf(const Eigen::MatrixXd& V) {
  std::vector<Vec3> points;
  points.reserve(std::size_t(V.rows()));
  for (Eigen::Index row = 0; row < V.rows(); ++row) points.push_back(rowOf(V, row));
  return points;
}

inline std::vector<Vec3> pointsOf(const Eigen::MatrixXd& V, std::span<const int> rows) {
  std::vector<Vec3> points;
  points.reserve(rows.size());
  for (const int row : rows) points.push_back(rowOf(V, row));
  return points;
}

}  // namespace vide
