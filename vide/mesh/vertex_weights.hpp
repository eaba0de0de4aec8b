// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vide {

// A sparse matrix of vertices x handles: how strongly each handle pulls each vertex. Compressed
// rows: the entries of vertex v are row_start[v] .. row_start[v + 1], largest weight first, equal
// weights by handle; handles do not repeat within a row.
struct VertexWeights {
  int handles = 0;
  std::vector<std::size_t> row_start{0};  // vertices + 1
  std::vector<int> handle;                // 0 .. handles - 1
  std::vector<double> weight;

  std::size_t vertices() const { return row_start.size() - 1; }
  std::span<const int> handlesOf(std::size_t v) const {
    return std::span(handle).subspan(row_start[v], row_start[v + 1] - row_start[v]);
  }
  std::span<const double> weightsOf(std::size_t v) const {
    return std::span(weight).subspan(row_start[v], row_start[v + 1] - row_start[v]);
  }
};

}  // namespace vide
