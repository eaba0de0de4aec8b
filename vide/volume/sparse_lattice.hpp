// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide {

// A lattice of cubic cells of which only the slabs are stored, along each axis, that something
// stands in: what lies between distant parts of a shape costs nothing. A stored place is told by
// its slabs (x, y, z), each 0 .. slabs(axis) - 1; neighbours in storage are neighbours on the
// lattice, except across a seam of two empty slabs.
class SparseLattice {
 public:
  using Place = std::array<int, 3>;

  SparseLattice() = default;
  // `occupied`: per axis the lattice coordinates that something stands in, ascending without
  // repeats. Each gets an empty slab on either side. Cell (0, 0, 0) has its centre at `origin`.
  SparseLattice(Vec3 origin, double cell_size,
                const std::array<std::vector<std::int64_t>, 3>& occupied);

  Vec3 origin() const { return origin_; }
  double cellSize() const { return cell_size_; }
  int slabs(int axis) const { return int(coordinate_[axis].size()); }
  std::size_t places() const { return stride_[2] * coordinate_[2].size(); }
  // How far apart in storage neighbours along an axis are.
  std::size_t stride(int axis) const { return stride_[axis]; }
  std::size_t index(const Place& at) const {
    return at[0] + stride_[1] * at[1] + stride_[2] * at[2];
  }
  Place place(std::size_t index) const;
  Vec3 center(const Place& at) const;

  // p in cells from the centre of the stored or unstored cell (0, 0, 0).
  Vec3 inCells(Vec3 p) const { return (p - origin_) / cell_size_; }
  // The slab of that lattice coordinate, or -1.
  int slabOf(int axis, std::int64_t coordinate) const;
  // The place of the cell that holds p; false where it is not stored.
  bool find(Vec3 p, Place& at) const;

 private:
  Vec3 origin_;
  double cell_size_ = 1;
  std::array<std::vector<std::int64_t>, 3> coordinate_;  // of each slab
  std::array<std::size_t, 3> stride_{1, 0, 0};
};

}  // namespace vide
