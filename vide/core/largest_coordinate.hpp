// SPDX-License-Identifier: MIT
#pragma once

namespace vide {

// Coordinates beyond it are refused where shapes are measured: products of four, such as squared
// areas, must stay finite.
inline constexpr double largest_coordinate = 1e75;

}  // namespace vide
