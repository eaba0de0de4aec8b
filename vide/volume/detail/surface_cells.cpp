// SPDX-License-Identifier: MIT
#include "vide/volume/detail/surface_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace vide::detail {
namespace {

// A triangle in cell units, and the lattice coordinates of the cells its box touches.
struct LatticeTriangle {
  std::array<Vec3, 3> corner;
  std::array<std::int64_t, 3> first, last;
};

std::int64_t cellOf(double along) { return std::int64_t(std::floor(along + 0.5)); }

double component(Vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

LatticeTriangle triangleAt(const TriMesh& surface, Eigen::Index face, Vec3 origin, double size) {
  LatticeTriangle t;
  for (int k = 0; k < 3; ++k) {
    const int v = surface.F(face, k);
    t.corner[k] = (Vec3{surface.V(v, 0), surface.V(v, 1), surface.V(v, 2)} - origin) / size;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const auto [least, most] = std::minmax(
        {component(t.corner[0], axis), component(t.corner[1], axis), component(t.corner[2], axis)});
    t.first[axis] = cellOf(least);
    t.last[axis] = cellOf(most);
  }
  return t;
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

void mark(const LatticeTriangle& t, const SparseLattice& lattice, std::vector<Filling>& filling) {
  SparseLattice::Place at, from, to;
  for (int axis = 0; axis < 3; ++axis) {
    from[axis] = lattice.slabOf(axis, t.first[axis]);
    to[axis] = from[axis] + int(t.last[axis] - t.first[axis]);
  }
  const bool single = from == to;
  for (at[2] = from[2]; at[2] <= to[2]; ++at[2]) {
    for (at[1] = from[1]; at[1] <= to[1]; ++at[1]) {
      for (at[0] = from[0]; at[0] <= to[0]; ++at[0]) {
        Filling& here = filling[lattice.index(at)];
        if (here == Filling::surface) continue;
        const Vec3 center{double(t.first[0] + at[0] - from[0]),
                          double(t.first[1] + at[1] - from[1]),
                          double(t.first[2] + at[2] - from[2])};
        if (single ||
            touchesCube({t.corner[0] - center, t.corner[1] - center, t.corner[2] - center})) {
          here = Filling::surface;
        }
      }
    }
  }
}

// Rounding must not leave a corner outside the solid.
void markCorners(const LatticeTriangle& t, const SparseLattice& lattice,
                 std::vector<Filling>& filling) {
  for (const Vec3 p : t.corner) {
    const SparseLattice::Place at{lattice.slabOf(0, cellOf(p.x)), lattice.slabOf(1, cellOf(p.y)),
                                  lattice.slabOf(2, cellOf(p.z))};
    filling[lattice.index(at)] = Filling::surface;
  }
}

}  // namespace

OccupiedSlabs occupiedSlabs(const TriMesh& surface, Vec3 center, double cell_size) {
  OccupiedSlabs slabs;
  for (Eigen::Index face = 0; face < surface.F.rows(); ++face) {
    const LatticeTriangle t = triangleAt(surface, face, center, cell_size);
    for (int axis = 0; axis < 3; ++axis) addInterval(slabs[axis], t.first[axis], t.last[axis]);
  }
  for (auto& intervals : slabs) merge(intervals);
  return slabs;
}

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

SparseLattice latticeAround(const OccupiedSlabs& slabs, Vec3 center, double cell_size) {
  std::array<std::vector<std::int64_t>, 3> coordinates;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const auto& [first, last] : slabs[axis]) {
      for (std::int64_t at = first; at <= last; ++at) coordinates[axis].push_back(at);
    }
  }
  return SparseLattice(center, cell_size, coordinates);
}

std::vector<Filling> surfaceCells(const TriMesh& surface, const SparseLattice& lattice) {
  std::vector<Filling> filling(lattice.places(), Filling::unknown);
  const Vec3 origin = lattice.origin();
  for (Eigen::Index face = 0; face < surface.F.rows(); ++face) {
    const LatticeTriangle t = triangleAt(surface, face, origin, lattice.cellSize());
    mark(t, lattice, filling);
    if (t.first != t.last) markCorners(t, lattice, filling);
  }
  return filling;
}

}  // namespace vide::detail
