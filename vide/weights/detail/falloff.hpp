// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::detail {

// One smoothness per bone from a global one and overrides; `fallback` replaces a global 0.
// Errors: negative or not finite values, a list of the wrong length.
Result<std::vector<double>> resolveSmoothness(double smoothness, double fallback,
                                              std::span<const double> per_bone, std::size_t bones);

// Turns distances into a row: exp(-d/s) of the `influences` bones with the least d/s, normalised.
// Evaluated relative to the least, so that a vertex far from every bone still gets sane weights.
// Distances of infinity take no part. `row` is empty afterwards where no bone reaches.
void falloffRow(std::span<const double> distance, std::span<const double> smoothness,
                int influences, std::vector<Influence>& row);

}  // namespace vide::detail
