// SPDX-License-Identifier: MIT
#include "vide/volume/detail/enclosed_cells.hpp"

#include <array>
#include <bit>

namespace vide::detail {
namespace {

// The 13 directions that lead back in storage; their opposites lead on.
std::array<std::ptrdiff_t, 13> stepsBack(const SparseLattice& lattice) {
  std::array<std::ptrdiff_t, 13> steps{};
  int count = 0;
  for (int z = -1; z <= 0; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (z == 0 && (y > 0 || (y == 0 && x >= 0))) continue;
        steps[count++] =
            x + y * std::ptrdiff_t(lattice.stride(1)) + z * std::ptrdiff_t(lattice.stride(2));
      }
    }
  }
  return steps;
}

// Calls visit(place index) for every place that is not on the rim, in storage order.
template <class Visit>
void forInner(const SparseLattice& lattice, Visit visit) {
  for (int z = 1; z + 1 < lattice.slabs(2); ++z) {
    for (int y = 1; y + 1 < lattice.slabs(1); ++y) {
      const std::size_t row = lattice.index({0, y, z});
      for (int x = 1; x + 1 < lattice.slabs(0); ++x) visit(row + x);
    }
  }
}

template <class Visit>
void forInnerReverse(const SparseLattice& lattice, Visit visit) {
  for (int z = lattice.slabs(2) - 2; z > 0; --z) {
    for (int y = lattice.slabs(1) - 2; y > 0; --y) {
      const std::size_t row = lattice.index({0, y, z});
      for (int x = lattice.slabs(0) - 2; x > 0; --x) visit(row + x);
    }
  }
}

}  // namespace

void floodOutside(const SparseLattice& lattice, std::vector<Filling>& filling) {
  std::vector<std::uint32_t> open;
  const auto enter = [&](std::size_t at) {
    if (filling[at] != Filling::unknown) return;
    filling[at] = Filling::outside;
    open.push_back(std::uint32_t(at));
  };
  enter(0);  // the rim is empty all around
  while (!open.empty()) {
    const SparseLattice::Place at = lattice.place(open.back());
    const std::size_t here = open.back();
    open.pop_back();
    for (int axis = 0; axis < 3; ++axis) {
      if (at[axis] > 0) enter(here - lattice.stride(axis));
      if (at[axis] + 1 < lattice.slabs(axis)) enter(here + lattice.stride(axis));
    }
  }
}

void countWalls(const SparseLattice& lattice, const std::vector<Filling>& filling,
                std::vector<std::uint32_t>& walls) {
  // Bit k of a place: the surface is met in direction k. Twice 13 directions fit 32 bits.
  walls.assign(lattice.places(), 0);
  const auto steps = stepsBack(lattice);
  constexpr std::uint32_t all = (1u << 13) - 1;
  const auto met = [&](std::size_t at, std::uint32_t bits) {
    return filling[at] == Filling::surface ? all : bits;
  };
  forInner(lattice, [&](std::size_t at) {
    std::uint32_t bits = 0;
    for (int k = 0; k < 13; ++k) {
      const std::size_t before = at + steps[k];
      bits |= met(before, walls[before]) & (1u << k);
    }
    walls[at] = bits;
  });
  forInnerReverse(lattice, [&](std::size_t at) {
    std::uint32_t bits = 0;
    for (int k = 0; k < 13; ++k) {
      const std::size_t after = at - steps[k];
      bits |= met(after, walls[after] >> 13) & (1u << k);
    }
    walls[at] |= bits << 13;
  });
  for (std::uint32_t& bits : walls) bits = std::uint32_t(std::popcount(bits));
}

}  // namespace vide::detail
