// SPDX-License-Identifier: MIT
#include "vide/volume/detail/enclosed_cells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "vide/core/parallel_ranges.hpp"

namespace vide::detail {
namespace {

constexpr int walled_in = 20;  // of 26 directions: three quarters
constexpr std::size_t places_a_task = 65536;

// A stretch of places along x, and whether all of them have the rim beside them.
struct Row {
  std::size_t first, end;
  bool beside_rim;
};

// Calls use(row) for what is not on the rim, in storage order.
template <class Use>
void forInnerRows(const SparseLattice& lattice, Use use) {
  const auto length = std::size_t(lattice.slabs(0));
  for (int z = 1; z + 1 < lattice.slabs(2); ++z) {
    for (int y = 1; y + 1 < lattice.slabs(1); ++y) {
      const std::size_t start = lattice.index({0, y, z});
      const bool beside_rim =
          y == 1 || y + 2 == lattice.slabs(1) || z == 1 || z + 2 == lattice.slabs(2);
      use(Row{start + 1, start + length - 1, beside_rim});
    }
  }
}

// In which of the 13 directions that lead back in storage one meets the surface, bit by bit, all of
// them on the surface itself; or, seen from the end of the storage, in which of their opposites.
class Walls {
 public:
  enum class Way { back, on };

  Walls(const SparseLattice& lattice, const std::vector<Filling>& filling, Way way)
      : filling_(filling), way_(way), met_(filling.size(), 0) {
    std::size_t count = 0;
    for (int z = -1; z <= 0; ++z) {
      for (int y = -1; y <= (z < 0 ? 1 : -1); ++y) {
        for (int x = -1; x <= 1; ++x) {
          step_[count++] =
              x + y * std::ptrdiff_t(lattice.stride(1)) + z * std::ptrdiff_t(lattice.stride(2));
        }
      }
    }
    // Whoever leads on through the reversed storage leads back through the storage.
    forInnerRows(lattice, [&](const Row& row) {
      gather(row.first, row.end);
      followRow(row.first, row.end);
    });
  }

  int count(std::size_t place) const { return std::popcount(met_[placeIn(place)]); }

 private:
  static constexpr std::uint16_t all = (1u << 13) - 1, along_row = 1u << 12;

  // Numbers of places run from the other end where the way leads on.
  std::size_t placeIn(std::size_t place) const {
    return way_ == Way::back ? place : met_.size() - 1 - place;
  }

  // The twelve directions that come from rows which are done. A row does not read itself.
  void gather(std::size_t first, std::size_t end) {
    for (std::size_t k = 0; k < step_.size(); ++k) {
      const auto bit = std::uint16_t(1u << k);
      const std::uint16_t* before = met_.data() + first + step_[k];
      std::uint16_t* here = met_.data() + first;
      for (std::size_t i = 0; i < end - first; ++i) {
        here[i] = std::uint16_t(here[i] | (before[i] & bit));
      }
    }
  }

  void followRow(std::size_t first, std::size_t end) {
    std::uint16_t before = met_[first - 1];
    for (std::size_t at = first; at < end; ++at) {
      const bool wall = filling_[placeIn(at)] == Filling::surface;
      before = wall ? all : std::uint16_t(met_[at] | (before & along_row));
      met_[at] = before;
    }
  }

  const std::vector<Filling>& filling_;
  Way way_;
  std::array<std::ptrdiff_t, 12> step_{};
  std::vector<std::uint16_t> met_;
};

void markRim(const SparseLattice& lattice, std::vector<Filling>& filling) {
  const auto length = std::size_t(lattice.slabs(0));
  for (int z = 0; z < lattice.slabs(2); ++z) {
    for (int y = 0; y < lattice.slabs(1); ++y) {
      const auto row = filling.begin() + std::ptrdiff_t(lattice.index({0, y, z}));
      const bool whole = z == 0 || z + 1 == lattice.slabs(2) || y == 0 || y + 1 == lattice.slabs(1);
      if (whole) std::fill_n(row, length, Filling::outside);
      row[0] = row[std::ptrdiff_t(length) - 1] = Filling::outside;
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
  const std::array strides{lattice.stride(0), lattice.stride(1), lattice.stride(2)};
  const auto spread = [&](std::size_t at) {
    for (const std::size_t stride : strides) {
      enter(at - stride);
      enter(at + stride);
    }
  };
  // The rim is outside and never left, so that what spreads needs not look where it is.
  markRim(lattice, filling);
  forInnerRows(lattice, [&](const Row& row) {
    const std::size_t step = row.beside_rim ? 1 : std::max<std::size_t>(row.end - row.first - 1, 1);
    for (std::size_t at = row.first; at < row.end; at += step) enter(at);
  });
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    spread(here);
  }
}

std::vector<char> solidPlaces(const SparseLattice& lattice, const std::vector<Filling>& filling,
                              ThreadPool* pool) {
  std::array<std::optional<Walls>, 2> walls;
  parallelFor(pool, 2, [&](std::size_t k) {
    walls[k].emplace(lattice, filling, k == 0 ? Walls::Way::back : Walls::Way::on);
  });
  std::vector<char> solid(filling.size());
  parallelRanges(pool, solid.size(), places_a_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      solid[at] =
          filling[at] != Filling::outside || walls[0]->count(at) + walls[1]->count(at) >= walled_in;
    }
  });
  return solid;
}

}  // namespace vide::detail
