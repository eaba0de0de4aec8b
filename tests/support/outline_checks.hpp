// SPDX-License-Identifier: MIT
#pragma once

#include "vide/image/coverage.hpp"
#include "vide/vectorize/outlines.hpp"

// What outlines promise, looked at from outside by the plainest means.
namespace vide::test {

struct Topology {
  int islands = 0;
  int holes = 0;
  friend bool operator==(const Topology&, const Topology&) = default;
};

// By flood filling: inside pixels connect over sides, outside ones over corners too.
Topology topologyOf(const Coverage& coverage);
Topology topologyOf(const Outlines& outlines);

// No two edges share a point but neighbours their common one.
bool simpleAndApart(const Outlines& outlines);
// Outer rings turn left, holes right; each ring lies in its parent, a hole in an outer ring and the
// other way round, and in as many rings as it has ancestors.
bool wellNested(const Outlines& outlines);
// Negative outside, positive inside, 0 on an edge; an odd number of rings around a point is inside.
int sideOf(const Outlines& outlines, Vec2 p);
// Holes count negative. px^2.
double areaOf(const Outlines& outlines);
// How many inside pixels have their centre outside the closed shape.
int lostPixels(const Outlines& outlines, const Coverage& coverage);
// The largest distance of a point of one outline from the edges of the other.
double distanceFrom(const Outlines& points, const Outlines& edges);

}  // namespace vide::test
