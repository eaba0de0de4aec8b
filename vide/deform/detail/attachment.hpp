// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide::detail {

// A point as a fixed combination of a triangle's corners.
struct HandleAttachment {
  int triangle = 0;
  std::array<double, 3> barycentric{};  // sums to 1; negative entries where the point lies outside
  double distance = 0;                  // from the point to the triangle: 0 inside
};

inline Vec2 positionIn(const TriMesh& mesh, int vertex) {
  return {mesh.V(vertex, 0), mesh.V(vertex, 1)};
}

// Attaches to the triangle nearest to the point, the lowest of several. The mesh is n x 2 and has
// triangles, all with area.
HandleAttachment attachToNearest(const TriMesh& mesh, Vec2 point);

}  // namespace vide::detail
