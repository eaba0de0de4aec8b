// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide {

// A place where triangles should be smaller, such as a joint. Pixels.
struct DenserSpot {
  Vec2 center;
  double radius = 0;       // edges within it are at most edge_length; outside they grow slowly
  double edge_length = 0;  // > 0
};

struct TriangulateOptions {
  double max_edge_length = 0;     // pixels; 0: no limit
  std::size_t vertex_budget = 0;  // the most vertices, the outline's included; 0: a million
  double min_angle_deg = 20;      // 0..30
  std::vector<DenserSpot> denser;
};

struct Triangulation {
  TriMesh mesh;                       // V is n x 2, F is m x 3 and counter-clockwise
  std::vector<int> ring_start;        // rings + 1: ring r is vertices ring_start[r] .. [r + 1] - 1
  double min_angle_deg = 0;           // the smallest angle of all triangles
  std::vector<std::string> warnings;  // which demand gave way to which, one line each
};

// Fills the area inside `outlines` with triangles: constrained Delaunay, refined to a minimum angle
// and to a size.
//
// A point is inside when an odd number of rings surrounds it. The outline's vertices come first,
// ring by ring in the ring's order with inserted points at their place, then the interior. Every
// outline edge is a chain of mesh edges. Every triangle has a positive area.
//
// Coordinates are snapped to a grid whose cell is a power of two, about a billionth (2^-30) of the
// drawing's extent: 2^-21 for 512 pixels, 2^-16 for 16 384. On it all decisions are exact. A point
// moves by at most half a cell in x and in y. Neighbours that fall on one grid point become one
// vertex; a ring left with no area is dropped and has an empty range in ring_start. A point
// inserted on a slanted outline edge stands on it or just outside, and adds less than a trillionth
// of the extent's square to the area: nothing inside the outline is cut off.
//
// No edge is longer than the size wanted at the middle of its triangles, and most are little
// shorter. Triangles are refined until each has the minimum angle, save those that touch an input
// corner sharper than it. With a budget alone the edge length is chosen so that the budget is
// nearly used; with an edge length and a budget too small for it the edges grow until it fits.
// Where demands conflict, coverage, topology, positive area, budget and angle hold in this order,
// and a warning says what gave way: an outline with more vertices than the budget keeps them all;
// a budget too small for the angle leaves thin triangles. The result depends on nothing but the
// arguments.
//
// Not guaranteed: the fewest triangles possible; the angle where an input detail measures less than
// about a hundred grid cells (a warning counts the triangles).
//
// Errors: invalid_argument for an option out of range, no ring, a ring of less than three points, a
// coordinate that is not finite, rings that cross or touch; cancelled.
//
// Sources: Ruppert, A Delaunay Refinement Algorithm for Quality 2-Dimensional Mesh Generation,
// 1995; Chew, Guaranteed-Quality Mesh Generation for Curved Surfaces, 1993; Ungor, Off-centers,
// 2004; Sloan, A Fast Algorithm for Generating Constrained Delaunay Triangulations, 1993.
Result<Triangulation> triangulate(const Outlines& outlines, const TriangulateOptions& options = {},
                                  const Progress& progress = {});

}  // namespace vide
