// SPDX-License-Identifier: MIT
#include "vide/volume/detail/filled_lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "vide/core/box.hpp"
#include "vide/core/math.hpp"
#include "vide/core/parallel_ranges.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/volume/detail/enclosed_cells.hpp"

namespace vide::detail {
namespace {

constexpr double close_enough = 0.04;  // of the number of cells
constexpr double nearly_full = 0.8;    // of the places that memory allows
constexpr int most_tries = 24;

constexpr std::size_t faces_a_task = 8192;

std::array<Vec3, 3> cornersOf(const TriMesh& surface, std::size_t face) {
  const auto row = surface.F.row(Eigen::Index(face));
  return {rowOf(surface.V, row[0]), rowOf(surface.V, row[1]), rowOf(surface.V, row[2])};
}

Box3 extentOf(const TriMesh& surface, ThreadPool* pool) {
  const auto faces = std::size_t(surface.F.rows());
  std::vector<Box3> part((faces + faces_a_task - 1) / faces_a_task);
  parallelRanges(pool, faces, faces_a_task, [&](std::size_t begin, std::size_t end) {
    Box3 box;
    for (std::size_t face = begin; face < end; ++face) {
      for (const Vec3 p : cornersOf(surface, face)) box.include(p);
    }
    part[begin / faces_a_task] = box;
  });
  Box3 extent;
  for (const Box3& box : part) {
    extent.include(box.min);
    extent.include(box.max);
  }
  return extent;
}

double largestEdge(const Box3& box) {
  const Vec3 size = box.size();
  return std::max({size.x, size.y, size.z});
}

// The edge of the squares of which `count` have the surface's area. Measured in a unit near the
// extent, as squared areas would leave the range of numbers; a power of two, as it costs no bits.
double edgeOfSquares(const TriMesh& surface, double largest, const FillGoal& goal) {
  if (!(largest > 0)) return 0;
  const double unit = std::ldexp(1.0, std::ilogb(largest));
  std::vector<double> area(std::size_t(surface.F.rows()));
  parallelRanges(goal.pool, area.size(), faces_a_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t face = begin; face < end; ++face) {
      const auto [a, b, c] = cornersOf(surface, face);
      area[face] = length(cross((b - a) / unit, (c - a) / unit)) / 2;
    }
  });
  return std::sqrt(std::accumulate(area.begin(), area.end(), 0.0) / goal.cells) * unit;
}

FilledLattice fill(const LatticeSurface& surface, SparseLattice lattice, ThreadPool* pool) {
  std::vector<Filling> filling = surface.surfaceCells(lattice);
  floodOutside(lattice, filling);
  FilledLattice filled;
  filled.solid = solidPlaces(lattice, filling, pool);
  filled.cells = int(std::ranges::count(filled.solid, 1));
  filled.lattice = std::move(lattice);
  return filled;
}

// Looks for the cell size that gives the wanted number of cells, which falls with the size.
class SizeSearch {
 public:
  explicit SizeSearch(int cells) : wanted_(math::log(cells)) {}

  void note(double size, int cells) {
    add({math::log(size), math::log(std::max(cells, 1)) - wanted_});
  }
  // The lattice would have that many times the places it may have: as if the cells, whatever their
  // number, were too many by as much.
  void noteTooLarge(double size, double times) {
    add({math::log(size), math::log(std::max(times, 2.0))});
  }

  // A body's cells go with size^-3, a sheet's with size^-2; between two known sizes a straight line
  // in logarithms is nearly right.
  double next() const {
    if (finer_ && coarser_) {
      const double run = coarser_->size - finer_->size;
      const double t = finer_->excess / (finer_->excess - coarser_->excess);
      return math::exp(finer_->size + run * std::clamp(t, 0.05, 0.95));
    }
    return math::exp(last_.size + last_.excess / 2.6);
  }
  bool exhausted() const { return finer_ && coarser_ && coarser_->size - finer_->size < 1e-6; }

 private:
  struct Sample {
    double size = 0, excess = 0;  // logarithms
  };

  void add(const Sample& sample) {
    if (sample.excess > 0) {
      if (!finer_ || sample.size > finer_->size) finer_ = sample;
    } else if (!coarser_ || sample.size < coarser_->size) {
      coarser_ = sample;
    }
    last_ = sample;
  }

  double wanted_;
  Sample last_;
  std::optional<Sample> finer_, coarser_;
};

bool better(const FilledLattice& a, const FilledLattice& b, int cells) {
  const auto off = [&](int n) { return n > cells ? double(n) / cells : double(cells) / n; };
  return b.cells == 0 || off(a.cells) < off(b.cells);
}

// Cells finer than this cannot be told apart in the numbers of corners and lattice alike.
double leastSize(double largest) { return largest * 0x1p-40; }

double firstSize(const TriMesh& surface, double largest, const FillGoal& goal) {
  // A shape without extent is one cell of any size. The area knows nothing of how far parts are
  // apart; a solid has more cells than its surface, so one starts on the coarse side.
  const double size = 2 * edgeOfSquares(surface, largest, goal);
  if (size > leastSize(largest)) return size;
  return largest > 0 ? largest / goal.cells : 1;
}

bool isGoodEnough(const FillOutcome& best, const FillGoal& goal) {
  if (std::abs(double(best.filled.cells) / goal.cells - 1) < close_enough) return true;
  if (!best.coarsened || best.filled.cells > goal.cells) return false;
  return double(best.filled.solid.size()) > nearly_full * double(goal.max_places);
}

}  // namespace

Result<FillOutcome> fillLattice(const TriMesh& surface, const FillGoal& goal,
                                const Progress& progress) {
  const Box3 extent = extentOf(surface, goal.pool);
  const double largest = largestEdge(extent);
  double size = firstSize(surface, largest, goal);
  LatticeSurface on_lattice(surface, extent.min + extent.size() / 2, goal.pool);
  SizeSearch search(goal.cells);
  FillOutcome best;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "filling the surface: cancelled");
    on_lattice.setCellSize(size);
    const OccupiedSlabs slabs = on_lattice.occupiedSlabs();
    const double places = placesAround(slabs);
    if (places > double(goal.max_places)) {
      best.coarsened = true;
      search.noteTooLarge(size, places / double(goal.max_places));
    } else {
      FilledLattice filled = fill(on_lattice, on_lattice.latticeAround(slabs), goal.pool);
      search.note(size, filled.cells);
      if (better(filled, best.filled, goal.cells)) best.filled = std::move(filled);
    }
    if (isGoodEnough(best, goal) || search.exhausted()) break;
    size = std::max(search.next(), leastSize(largest));
    progress.report(0.9 * (tries + 1) / most_tries);
  }
  if (best.filled.cells > 0) return best;
  return fail(ErrorCode::limit_exceeded,
              text("solid: max_bytes has no room for a lattice around this surface; allow more"));
}

}  // namespace vide::detail
