// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide::detail {

// The longest edge wanted at a place. Everything is in grid cells.
struct SizeField {
  struct Spot {
    Vec2 center;
    double radius, length;
  };
  // How fast edges may grow away from a spot: by this much per unit of distance.
  static constexpr double growth = 0.3;
  // Edges are aimed at this share of the longest allowed, so that the unevenness of a real mesh
  // rarely makes one too long.
  static constexpr double aim = 0.87;

  double base = std::numeric_limits<double>::infinity();
  double floor = 0;  // no wish below this is heard; raised when the vertices run out
  std::vector<Spot> spots;

  // What holds away from all spots.
  double widest() const { return std::max(base, floor); }
  bool isUnlimited() const { return std::isinf(widest()) && (spots.empty() || std::isinf(floor)); }
  double at(Vec2 p) const {
    double length = base;
    for (const Spot& spot : spots) {
      const double outside = std::max(0.0, distance(p, spot.center) - spot.radius);
      length = std::min(length, spot.length + growth * outside);
    }
    return std::max(length, floor);
  }
};

}  // namespace vide::detail
