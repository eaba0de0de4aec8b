// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <string>

#include "vide/core/text.hpp"

namespace vide::detail {

// Row v of V (n x 2, z = 0, or n x 3) as "x y z", each number as short as reads back the same.
inline void appendPosition(std::string& out, const Eigen::MatrixXd& V, Eigen::Index v) {
  out += text(V(v, 0), " ", V(v, 1), " ", V.cols() > 2 ? V(v, 2) : 0.0);
}

// The corners of one element, each after a space; `first` is the number of the first vertex.
inline void appendCorners(std::string& out, const auto& row, int first) {
  for (Eigen::Index i = 0; i < row.size(); ++i) out += text(" ", row[i] + first);
}

}  // namespace vide::detail
