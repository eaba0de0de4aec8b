// SPDX-License-Identifier: MIT
#include "vide/volume/detail/surface_cells.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "vide/core/parallel_ranges.hpp"
#include "vide/mesh/rows.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t vertices_a_task = 4096, faces_a_task = 4096;

// The nearest integer, halves upwards. Vertices in no triangle may lie beyond all cells: they only
// must not leave the range of numbers.
std::int64_t cellOf(double along) {
  const double near = std::clamp(along + 0.5, -0x1p60, 0x1p60);
  const auto toward_zero = std::int64_t(near);
  return toward_zero - (double(toward_zero) > near);
}

// The projections of the triangle and of the unit cube around the origin on `axis` are apart.
bool separates(Vec3 axis, const std::array<Vec3, 3>& corner) {
  const double reach = (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z)) / 2;
  const auto [least, most] =
      std::minmax({dot(axis, corner[0]), dot(axis, corner[1]), dot(axis, corner[2])});
  return least > reach || most < -reach;
}

// Whether a triangle touches the unit cube around the origin, by the separating axis theorem;
// Akenine-Moller, Fast 3D triangle-box overlap testing, 2001. The cube's own axes are left out: the
// caller looks only at cubes that the triangle's box touches.
bool touchesCube(const std::array<Vec3, 3>& corner) {
  const Vec3 edge[3] = {corner[1] - corner[0], corner[2] - corner[1], corner[0] - corner[2]};
  if (separates(cross(edge[0], edge[1]), corner)) return false;
  for (const Vec3 e : edge) {
    if (separates({0, -e.z, e.y}, corner)) return false;
    if (separates({e.z, 0, -e.x}, corner)) return false;
    if (separates({-e.y, e.x, 0}, corner)) return false;
  }
  return true;
}

void addInterval(std::vector<std::array<std::int64_t, 2>>& intervals, std::int64_t first,
                 std::int64_t last) {
  // Neighbouring triangles mostly stand in the same slabs.
  if (!intervals.empty() && intervals.back()[0] <= first && last <= intervals.back()[1]) return;
  intervals.push_back({first, last});
}

void merge(std::vector<std::array<std::int64_t, 2>>& intervals) {
  std::ranges::sort(intervals);
  std::size_t kept = 0;
  for (const auto& [first, last] : intervals) {
    if (kept > 0 && first <= intervals[kept - 1][1] + 1) {
      intervals[kept - 1][1] = std::max(intervals[kept - 1][1], last);
    } else {
      intervals[kept++] = {first, last};
    }
  }
  intervals.resize(kept);
}

// Threads may mark the same place at once, all with the same word.
void markSurface(Filling& place) {
  std::atomic_ref(place).store(Filling::surface, std::memory_order_relaxed);
}
bool isMarked(Filling& place) {
  return std::atomic_ref(place).load(std::memory_order_relaxed) == Filling::surface;
}

}  // namespace

double placesAround(const OccupiedSlabs& slabs) {
  double places = 1;
  for (const auto& intervals : slabs) {
    // With an empty slab on either side of each; those of neighbours may meet.
    double count = 0;
    std::int64_t counted = std::numeric_limits<std::int64_t>::min();
    for (const auto& [first, last] : intervals) {
      count += double(last + 1 - std::max(first - 2, counted));
      counted = last + 1;
    }
    places *= count;
  }
  return places;
}

LatticeSurface::LatticeSurface(const TriMesh& surface, Vec3 center, ThreadPool* pool)
    : surface_(surface),
      center_(center),
      pool_(pool),
      place_(std::size_t(surface.V.rows())),
      cell_(place_.size()) {}

void LatticeSurface::setCellSize(double size) {
  size_ = size;
  parallelRanges(pool_, place_.size(), vertices_a_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      place_[v] = (rowOf(surface_.V, Eigen::Index(v)) - center_) / size;
      cell_[v] = {cellOf(place_[v].x), cellOf(place_[v].y), cellOf(place_[v].z)};
    }
  });
}

LatticeSurface::Cell LatticeSurface::firstCell(Eigen::Index face) const {
  const Cell &a = cell_[std::size_t(surface_.F(face, 0))],
             &b = cell_[std::size_t(surface_.F(face, 1))],
             &c = cell_[std::size_t(surface_.F(face, 2))];
  return {std::min({a[0], b[0], c[0]}), std::min({a[1], b[1], c[1]}), std::min({a[2], b[2], c[2]})};
}

LatticeSurface::Cell LatticeSurface::lastCell(Eigen::Index face) const {
  const Cell &a = cell_[std::size_t(surface_.F(face, 0))],
             &b = cell_[std::size_t(surface_.F(face, 1))],
             &c = cell_[std::size_t(surface_.F(face, 2))];
  return {std::max({a[0], b[0], c[0]}), std::max({a[1], b[1], c[1]}), std::max({a[2], b[2], c[2]})};
}

OccupiedSlabs LatticeSurface::occupiedSlabs() const {
  const auto faces = std::size_t(surface_.F.rows());
  std::vector<OccupiedSlabs> found((faces + faces_a_task - 1) / faces_a_task);
  parallelRanges(pool_, faces, faces_a_task, [&](std::size_t begin, std::size_t end) {
    OccupiedSlabs& here = found[begin / faces_a_task];
    for (std::size_t face = begin; face < end; ++face) {
      const Cell first = firstCell(Eigen::Index(face)), last = lastCell(Eigen::Index(face));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        addInterval(here[axis], first[axis], last[axis]);
      }
    }
    for (auto& intervals : here) merge(intervals);
  });
  OccupiedSlabs slabs;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const OccupiedSlabs& part : found) {
      slabs[axis].insert(slabs[axis].end(), part[axis].begin(), part[axis].end());
    }
    merge(slabs[axis]);
  }
  return slabs;
}

SparseLattice LatticeSurface::latticeAround(const OccupiedSlabs& slabs) const {
  std::array<std::vector<std::int64_t>, 3> coordinates;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const auto& [first, last] : slabs[axis]) {
      for (std::int64_t at = first; at <= last; ++at) coordinates[axis].push_back(at);
    }
  }
  return SparseLattice(center_, size_, coordinates);
}

void LatticeSurface::mark(Eigen::Index face, const SparseLattice& lattice,
                          std::vector<Filling>& filling) const {
  const Cell first = firstCell(face), last = lastCell(face);
  SparseLattice::Place at, from, to;
  for (int axis = 0; axis < 3; ++axis) {
    from[axis] = lattice.slabOf(axis, first[axis]);
    to[axis] = from[axis] + int(last[axis] - first[axis]);
  }
  // Rounding must not leave a corner outside the solid.
  std::array<Vec3, 3> corner;
  for (int k = 0; k < 3; ++k) {
    const auto v = std::size_t(surface_.F(face, k));
    corner[k] = place_[v];
    for (int axis = 0; axis < 3; ++axis) at[axis] = from[axis] + int(cell_[v][axis] - first[axis]);
    markSurface(filling[lattice.index(at)]);
  }
  if (from == to) return;
  for (at[2] = from[2]; at[2] <= to[2]; ++at[2]) {
    for (at[1] = from[1]; at[1] <= to[1]; ++at[1]) {
      for (at[0] = from[0]; at[0] <= to[0]; ++at[0]) {
        Filling& here = filling[lattice.index(at)];
        if (isMarked(here)) continue;
        const Vec3 center{double(first[0] + at[0] - from[0]), double(first[1] + at[1] - from[1]),
                          double(first[2] + at[2] - from[2])};
        if (touchesCube({corner[0] - center, corner[1] - center, corner[2] - center})) {
          markSurface(here);
        }
      }
    }
  }
}

std::vector<Filling> LatticeSurface::surfaceCells(const SparseLattice& lattice) const {
  std::vector<Filling> filling(lattice.places(), Filling::unknown);
  parallelRanges(pool_, std::size_t(surface_.F.rows()), faces_a_task,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t face = begin; face < end; ++face) {
                     mark(Eigen::Index(face), lattice, filling);
                   }
                 });
  return filling;
}

}  // namespace vide::detail
