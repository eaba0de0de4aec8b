// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/volume/sparse_lattice.hpp"

namespace vide::detail {

// What stands in a place of the lattice.
enum class Filling : std::uint8_t { unknown, surface, outside };

// The lattice of that cell size around the surface, with its origin in `center`.
SparseLattice latticeAround(const TriMesh& surface, Vec3 center, double cell_size);

// Marks the cells that a triangle touches, by an exact test of triangles against cubes; those that
// hold a corner always. The others are unknown.
std::vector<Filling> surfaceCells(const TriMesh& surface, const SparseLattice& lattice);

}  // namespace vide::detail
