// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/core/vec.hpp"

namespace vide::detail {

// The distance to a source as it is seen from beyond: `base` plus the straight distance to a
// corner or an end point (a round wave), or the distance to a straight edge (a flat wave, whose
// normal is a unit vector that points the way it travels).
//
// `origin` decides what the wave sees and lies on the pixel grid where it is a corner; `shift`
// leads from there to where the soft outline really turns, from where the distance is measured.
struct Wave {
  Vec2 origin;
  double base = 0;
  Vec2 normal;
  Vec2 shift;

  Vec2 source() const { return origin + shift; }
  bool flat() const { return normal.x != 0 || normal.y != 0; }
  double at(Vec2 p) const {
    return flat() ? dot(p - origin, normal) : base + distance(p, source());
  }
};

// Where on the horizontal line at `from_y` does the straight way from the wave's source to `target`
// cross? The source lies on the other side of the line, or on it.
double crossingOf(const Wave& wave, double from_y, Vec2 target);

// Where on the line at `y` two waves are equal: up to two abscissas, ascending, and possibly others
// where they are not; `count` says how many. `near` is an abscissa in the region of interest.
struct Crossings {
  std::array<double, 2> x{};
  int count = 0;
};
Crossings crossings(const Wave& a, const Wave& b, double y, double near);

}  // namespace vide::detail
