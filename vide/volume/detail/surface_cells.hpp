// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vide/core/thread_pool.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/volume/sparse_lattice.hpp"

namespace vide::detail {

// What stands in a place of the lattice.
enum class Filling : std::uint8_t { unknown, surface, outside };

// Per axis the lattice coordinates that triangles stand in, as intervals that ascend and do not
// overlap: few, however long.
using OccupiedSlabs = std::array<std::vector<std::array<std::int64_t, 2>>, 3>;

// How many places a lattice around them has; more, for a needle, than an integer holds.
double placesAround(const OccupiedSlabs& slabs);

// A surface as lattices of one centre and some cell size see it. What it says does not depend on
// the number of threads.
class LatticeSurface {
 public:
  // The surface must have been checked and outlive this.
  LatticeSurface(const TriMesh& surface, Vec3 center, ThreadPool* pool);

  // Everything below is about cells of that size.
  void setCellSize(double size);
  OccupiedSlabs occupiedSlabs() const;
  SparseLattice latticeAround(const OccupiedSlabs& slabs) const;
  // Marks the cells that a triangle touches, by an exact test of triangles against cubes; those
  // that hold a corner always. The others are unknown.
  std::vector<Filling> surfaceCells(const SparseLattice& lattice) const;

 private:
  using Cell = std::array<std::int64_t, 3>;

  Cell firstCell(Eigen::Index face) const;
  Cell lastCell(Eigen::Index face) const;
  void mark(Eigen::Index face, const SparseLattice& lattice, std::vector<Filling>& filling) const;

  const TriMesh& surface_;
  Vec3 center_;
  ThreadPool* pool_;
  double size_ = 1;
  std::vector<Vec3> place_;  // of each vertex, in cells from the centre
  std::vector<Cell> cell_;   // that holds it
};

}  // namespace vide::detail
