// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"

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

// One entry of a row: how strongly a handle pulls.
struct Influence {
  int handle = 0;
  double weight = 0;

  friend bool operator==(const Influence&, const Influence&) = default;
};

// Appends a vertex: sorts `row` as VertexWeights wants it, drops entries that are not positive and
// writes the rest. `row` is scratch. Handles must not repeat.
void appendRow(VertexWeights& weights, std::vector<Influence>& row);

// An invalid_argument that names the row.
std::unexpected<Error> failAtVertex(std::size_t vertex, const std::string& what);

// Which weights a reader can do with.
enum class WeightSigns {
  positive,  // 0 or more
  any,       // biharmonic coordinates have negative ones
};

// Checks what a reader of weights relies on: row bounds that fit the arrays, handles in range and
// not repeated, finite numbers of the right sign, rows that sum to one within 1e-6 (so none is
// empty). The error names the first vertex that breaks a rule.
Result<void> validate(const VertexWeights& weights, WeightSigns signs = WeightSigns::positive);

// The same, and that there is a row for each of `vertices`.
Result<void> checkWeights(const VertexWeights& weights, std::size_t vertices,
                          WeightSigns signs = WeightSigns::positive);

}  // namespace vide
