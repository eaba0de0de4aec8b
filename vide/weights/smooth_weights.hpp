// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

struct SmoothWeightsOptions {
  double strength = 0.5;  // share that a vertex takes from its neighbours each round, 0 .. 1
  int rounds = 1;         // 0 .. 10 000
  int influences = 4;     // most handles a changed vertex may have afterwards, >= 1
  // Per vertex how much of the strength acts on it, 0 .. 1; or empty for 1 everywhere.
  std::span<const double> mask;
};

// Each round a vertex becomes (1 - a) of itself and a of the mean of the vertices that share an
// edge with it, a being strength times mask. Vertices that coincide count as one, with the mean of
// their weights and the largest of their masks, so that seams of texture stay closed (and open ones
// close, where the mask lets them). Vertices in no triangle, and those where strength times their
// own mask is 0, keep their weights.
//
// Errors: weights that validate() refuses, arrays that do not fit one another, options or indices
// out of range; cancelled.
Result<VertexWeights> smoothWeights(const VertexWeights& weights, const TriMesh& mesh,
                                    const SmoothWeightsOptions& options = {},
                                    const Progress& progress = {});

}  // namespace vide
