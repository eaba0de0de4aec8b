// SPDX-License-Identifier: MIT
#include "vide/volume/sparse_lattice.hpp"

#include <algorithm>
#include <cmath>

namespace vide {

SparseLattice::SparseLattice(Vec3 origin, double cell_size,
                             const std::array<std::vector<std::int64_t>, 3>& occupied)
    : origin_(origin), cell_size_(cell_size) {
  for (int axis = 0; axis < 3; ++axis) {
    auto& slabs = coordinate_[axis];
    for (const std::int64_t at : occupied[axis]) {
      for (std::int64_t next = at - 1; next <= at + 1; ++next) {
        if (slabs.empty() || slabs.back() < next) slabs.push_back(next);
      }
    }
    if (axis > 0) stride_[axis] = stride_[axis - 1] * coordinate_[axis - 1].size();
  }
}

SparseLattice::Place SparseLattice::place(std::size_t index) const {
  return {int(index % stride_[1]), int(index % stride_[2] / stride_[1]), int(index / stride_[2])};
}

Vec3 SparseLattice::center(const Place& at) const {
  return origin_ + cell_size_ * Vec3{double(coordinate_[0][at[0]]), double(coordinate_[1][at[1]]),
                                     double(coordinate_[2][at[2]])};
}

int SparseLattice::slabOf(int axis, std::int64_t coordinate) const {
  const auto& slabs = coordinate_[axis];
  if (slabs.empty() || coordinate < slabs.front() || coordinate > slabs.back()) return -1;
  // Mostly there is no seam before it.
  const auto guess = std::size_t(coordinate - slabs.front());
  if (guess < slabs.size() && slabs[guess] == coordinate) return int(guess);
  const auto found = std::ranges::lower_bound(slabs, coordinate);
  return *found == coordinate ? int(found - slabs.begin()) : -1;
}

bool SparseLattice::find(Vec3 p, Place& at) const {
  const Vec3 cells = inCells(p);
  const double along[3] = {cells.x, cells.y, cells.z};
  for (int axis = 0; axis < 3; ++axis) {
    if (!(std::abs(along[axis]) < 0x1p60)) return false;
    at[axis] = slabOf(axis, std::int64_t(std::floor(along[axis] + 0.5)));
    if (at[axis] < 0) return false;
  }
  return true;
}

}  // namespace vide
