// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <vector>

#include "vide/mesh/vertex_weights.hpp"

namespace vide::test {

// Rows of `influences` different handles with random weights, always the same for a seed.
inline VertexWeights randomWeights(std::size_t vertices, int handles, int influences,
                                   unsigned seed) {
  std::mt19937 engine(seed);
  VertexWeights weights;
  weights.handles = handles;
  for (std::size_t v = 0; v < vertices; ++v) {
    const int first = int(engine() % unsigned(handles));
    std::vector<Influence> row;
    double sum = 0;
    for (int i = 0; i < influences; ++i) {
      row.push_back({(first + i) % handles, 1 + double(engine() % 1000)});
      sum += row.back().weight;
    }
    for (Influence& entry : row) entry.weight /= sum;
    appendRow(weights, row);
  }
  return weights;
}

}  // namespace vide::test
