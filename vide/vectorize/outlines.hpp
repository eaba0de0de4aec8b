// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/vec.hpp"

namespace vide {

// A simple closed polygon in document units: one unit a pixel, origin at the bottom-left corner of
// the picture, y up. The last point is joined to the first and does not repeat it. Outer rings run
// counter-clockwise, holes clockwise, so that the shape lies to the left.
struct Ring {
  std::vector<Vec2> points;
  int parent = -1;  // the ring directly around this one, or -1
  bool hole = false;
};

// Outlines of a shape, nested: a ring's parent stands before it; an outer ring inside a hole is an
// island of its own. Rings do not cross or touch one another.
struct Outlines {
  std::vector<Ring> rings;
};

}  // namespace vide
