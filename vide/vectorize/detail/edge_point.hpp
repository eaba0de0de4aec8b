// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "vide/mesh/exact_predicates.hpp"

namespace vide::detail {

// The least x >= 0 for which factor * x modulo `modulus` lies in low..high, or -1 if there is none.
// 0 <= factor < modulus, 0 <= low <= high < modulus <= 2^31. Takes logarithmic time.
std::int64_t firstMultipleWithin(std::int64_t factor, std::int64_t modulus, std::int64_t low,
                                 std::int64_t high);

// A grid point to divide the edge from a to b at: on the edge or to its right by so little that
// twice the area of the triangle (a, point, b) is at most about 8 * slack / min(t, 1 - t) cells,
// however long the edge. It stands at the fraction t of the edge give or take the nearer part /
// slack (and a cell or two). The edge must span at least 32 cells in x or in y.
GridPoint pointOnEdge(GridPoint a, GridPoint b, double t, int slack);

}  // namespace vide::detail
