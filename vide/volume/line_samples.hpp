// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "vide/volume/solid.hpp"

namespace vide {

// Calls visit(p, cell) for points of the segment a b from a to b, both ends among them, half a cell
// apart but in no more than `most_steps` steps; `cell` holds p, or is -1. It stops where visit
// returns false, and returns whether it came to the end.
template <class Visit>
bool forLineSamples(const Solid& solid, Vec3 a, Vec3 b, double most_steps, Visit visit) {
  const double steps = std::min(std::ceil(2 * distance(a, b) / solid.cellSize()), most_steps);
  for (int k = 0; k <= int(steps); ++k) {
    const Vec3 p = steps > 0 ? a + (b - a) * (k / steps) : a;
    if (!visit(p, solid.cellAt(p))) return false;
  }
  return true;
}

}  // namespace vide
