// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide::detail {

// A field sampled at the corners of a lattice of cubes: value(x, y, z) at origin + cell (x, y, z),
// negative inside. What lies on the lattice's border is positive.
struct FieldLattice {
  Vec3 origin;
  double cell = 1;
  std::array<int, 3> corners{};  // along each axis
  std::vector<double> value;     // x fastest

  std::size_t index(int x, int y, int z) const {
    return std::size_t(x) +
           std::size_t(corners[0]) * (std::size_t(y) + std::size_t(corners[1]) * std::size_t(z));
  }
  Vec3 position(int x, int y, int z) const {
    return origin + Vec3{double(x), double(y), double(z)} * cell;
  }
};

// The surface where the field changes sign: a vertex in each cube that it crosses, a pair of
// triangles across each edge. Closed, and every edge has exactly two triangles: where inside and
// outside touch only along an edge or at a corner of the lattice, a corner outside is taken in
// first. Wound counter-clockwise seen from outside. Empty where nothing is inside.
//
// Gibson, Constrained elastic surface nets, 1998.
TriMesh surfaceNet(FieldLattice field);

}  // namespace vide::detail
