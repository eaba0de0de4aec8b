// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string_view>

#include "vide/formats/mesh_content.hpp"

namespace vide::test {

inline std::span<const std::uint8_t> bytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A matrix from its rows, written one after another.
inline Eigen::MatrixXi rowsOf(Eigen::Index columns, std::initializer_list<int> values) {
  Eigen::MatrixXi matrix(Eigen::Index(values.size()) / columns, columns);
  Eigen::Index i = 0;
  for (const int value : values) {
    matrix(i / columns, i % columns) = value;
    ++i;
  }
  return matrix;
}

// Whether both have the same rows.
bool sameRows(const auto& a, const auto& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

inline bool sameContent(const MeshContent& a, const MeshContent& b) {
  return sameRows(a.V, b.V) && sameRows(a.F, b.F) && sameRows(a.T, b.T);
}

}  // namespace vide::test
