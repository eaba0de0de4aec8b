// SPDX-License-Identifier: MIT
#include "vide/volume/detail/filled_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/volume/detail/enclosed_cells.hpp"

namespace vide::detail {
namespace {

constexpr std::uint32_t walled_in = 20;  // of 26 directions: three quarters
constexpr double close_enough = 0.04;    // of the number of cells
constexpr double nearly_full = 0.8;      // of the places that memory allows
constexpr int most_tries = 24;

Vec3 cornerOf(const TriMesh& surface, Eigen::Index face, int k) {
  const int v = surface.F(face, k);
  return {surface.V(v, 0), surface.V(v, 1), surface.V(v, 2)};
}

struct Extent {
  Vec3 center;
  double largest = 0;  // edge of the bounding box
};

Extent extentOf(const TriMesh& surface) {
  Extent extent;
  Vec3 least = cornerOf(surface, 0, 0), most = least;
  for (Eigen::Index face = 0; face < surface.F.rows(); ++face) {
    const Vec3 a = cornerOf(surface, face, 0), b = cornerOf(surface, face, 1),
               c = cornerOf(surface, face, 2);
    for (const Vec3 p : {a, b, c}) {
      least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
    }
  }
  const Vec3 size = most - least;
  extent.center = least + size / 2;
  extent.largest = std::max({size.x, size.y, size.z});
  return extent;
}

// The edge of the squares of which `count` have the surface's area. Measured in a unit near the
// extent, as squared areas would leave the range of numbers; a power of two, as it costs no bits.
double edgeOfSquares(const TriMesh& surface, double largest, int count) {
  if (!(largest > 0)) return 0;
  const double unit = std::ldexp(1.0, std::ilogb(largest));
  double area = 0;
  for (Eigen::Index face = 0; face < surface.F.rows(); ++face) {
    const Vec3 a = cornerOf(surface, face, 0), b = cornerOf(surface, face, 1),
               c = cornerOf(surface, face, 2);
    area += length(cross((b - a) / unit, (c - a) / unit)) / 2;
  }
  return std::sqrt(area / count) * unit;
}

FilledLattice fill(const TriMesh& surface, SparseLattice lattice) {
  std::vector<Filling> filling = surfaceCells(surface, lattice);
  floodOutside(lattice, filling);
  std::vector<std::uint32_t> walls;
  countWalls(lattice, filling, walls);
  FilledLattice filled;
  filled.solid.resize(filling.size());
  for (std::size_t at = 0; at < filling.size(); ++at) {
    filled.solid[at] = filling[at] != Filling::outside || walls[at] >= walled_in;
    filled.cells += filled.solid[at];
  }
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
double leastSize(const Extent& extent) { return extent.largest * 0x1p-40; }

double firstSize(const TriMesh& surface, const Extent& extent, int cells) {
  // A shape without extent is one cell of any size. The area knows nothing of how far parts are
  // apart; a solid has more cells than its surface, so one starts on the coarse side.
  const double size = 2 * edgeOfSquares(surface, extent.largest, cells);
  if (size > leastSize(extent)) return size;
  return extent.largest > 0 ? extent.largest / cells : 1;
}

bool isGoodEnough(const FillOutcome& best, const FillGoal& goal) {
  if (std::abs(double(best.filled.cells) / goal.cells - 1) < close_enough) return true;
  if (!best.coarsened || best.filled.cells > goal.cells) return false;
  return double(best.filled.solid.size()) > nearly_full * double(goal.max_places);
}

}  // namespace

Result<FillOutcome> fillLattice(const TriMesh& surface, const FillGoal& goal,
                                const Progress& progress) {
  const Extent extent = extentOf(surface);
  double size = firstSize(surface, extent, goal.cells);
  SizeSearch search(goal.cells);
  FillOutcome best;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "filling the surface: cancelled");
    const OccupiedSlabs slabs = occupiedSlabs(surface, extent.center, size);
    const double places = placesAround(slabs);
    if (places > double(goal.max_places)) {
      best.coarsened = true;
      search.noteTooLarge(size, places / double(goal.max_places));
    } else {
      FilledLattice filled = fill(surface, latticeAround(slabs, extent.center, size));
      search.note(size, filled.cells);
      if (better(filled, best.filled, goal.cells)) best.filled = std::move(filled);
    }
    if (isGoodEnough(best, goal) || search.exhausted()) break;
    size = std::max(search.next(), leastSize(extent));
    progress.report(0.9 * (tries + 1) / most_tries);
  }
  if (best.filled.cells > 0) return best;
  return fail(ErrorCode::limit_exceeded,
              text("solid: max_bytes has no room for a lattice around this surface; allow more"));
}

}  // namespace vide::detail
