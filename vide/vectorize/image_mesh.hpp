// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/vectorize/simplify_outlines.hpp"
#include "vide/vectorize/trace_outlines.hpp"

namespace vide {

// How dense the mesh is; one of three.
struct EdgeLength {
  double pixels = 0;  // longest edge inside the shape; 0: no limit
};
struct VertexBudget {
  std::size_t vertices = 0;  // at most so many
};
// 0 coarsest, 1 finest: the longest edge is the longer side of the shape's box over 4 * 16^detail.
// So the look of a character does not depend on the picture's resolution.
struct Detail {
  double amount = 0.5;  // 0.5: a 16th, enough for a limb to bend smoothly at some 300 vertices
};
using Density = std::variant<Detail, EdgeLength, VertexBudget>;

// Where bending happens: the mesh is denser within `radius` pixels of `position`.
struct DenseJoint {
  Vec2 position;
  double radius = 0;
  double edge_length = 0;  // pixels; 0: half of what it is elsewhere
};

struct MeshOptions {
  TraceOptions trace;
  SimplifyOptions simplify;
  Density density = Detail{};
  double min_angle_deg = 20;
  std::vector<DenseJoint> joints;
};

// The vertices first .. first + count - 1 go round one outline, in order.
struct RingRange {
  int first = 0;
  int count = 0;
  int parent = -1;  // the ring directly around this one, or -1
  bool hole = false;
};

struct MeshReport {
  int islands = 0;
  int holes = 0;
  double coverage = 0;  // share of the mask's pixels with their centre in a closed triangle
  double overdraw = 0;  // pixels covered without being inside, per inside pixel
  double min_angle_deg = 0;
  std::vector<std::string> warnings;
};

// A mesh over a picture. Outline vertices come first, ring by ring, interior ones after.
struct ImageMesh {
  TriMesh mesh;           // V is n x 2 in document units (pixels, y up)
  std::vector<int> part;  // per vertex: its island, 0 .. islands - 1, in the order of outer rings
  std::vector<RingRange> rings;
  MeshReport report;
};

// Picture to mesh: outlines, simplified, triangulated, and checked against the mask.
//
// Where demands conflict, coverage, then topology, then positive area, then the budget, then the
// angle hold; a warning says which gave way. A vertex budget that the outlines alone would use up
// raises the tolerance. Coverage and overdraw are measured against the mask as the options leave
// it: without the islands that are too small, with filled holes filled.
//
// Not guaranteed: what triangulate and simplifyOutlines do not guarantee.
//
// Errors: those of traceOutlines, simplifyOutlines and triangulate; a detail outside 0..1, a
// density or joint that is negative or not finite, a budget below 3 (invalid_argument).
Result<ImageMesh> meshFromCoverage(const Coverage& coverage, const MeshOptions& options = {},
                                   const Progress& progress = {});

// The glTF texture coordinate (top-left origin, v down) of a rest position in a picture of that
// size.
constexpr Vec2 textureCoordinate(Vec2 position, int width, int height) {
  return {position.x / width, 1 - position.y / height};
}

}  // namespace vide
