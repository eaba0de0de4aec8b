// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/volume/sparse_lattice.hpp"

namespace vide::detail {

// What stands in a place of the lattice.
enum class Filling : std::uint8_t { unknown, surface, outside };

// Per axis the lattice coordinates that triangles stand in, as intervals that ascend and do not
// overlap: few, however long.
using OccupiedSlabs = std::array<std::vector<std::array<std::int64_t, 2>>, 3>;
OccupiedSlabs occupiedSlabs(const TriMesh& surface, Vec3 center, double cell_size);

// How many places a lattice around them has; more, for a needle, than an integer holds.
double placesAround(const OccupiedSlabs& slabs);

// The lattice of that cell size with its origin in `center`.
SparseLattice latticeAround(const OccupiedSlabs& slabs, Vec3 center, double cell_size);

// Marks the cells that a triangle touches, by an exact test of triangles against cubes; those that
// hold a corner always. The others are unknown.
std::vector<Filling> surfaceCells(const TriMesh& surface, const SparseLattice& lattice);

}  // namespace vide::detail
