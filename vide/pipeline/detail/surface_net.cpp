// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/surface_net.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace vide::detail {
namespace {

constexpr double just_inside = -1e-3;  // of a cell

// Which of a cube's eight corners are inside, bit by bit: corner k is at (k & 1, k >> 1 & 1, k >>
// 2).
class Signs {
 public:
  explicit Signs(const FieldLattice& field) : field_(field) {
    for (int k = 0; k < 8; ++k) {
      offset_[std::size_t(k)] = field.index(k & 1, k >> 1 & 1, k >> 2);
    }
  }
  std::size_t corner(std::size_t first, int k) const { return first + offset_[std::size_t(k)]; }
  unsigned at(std::size_t first) const {
    unsigned signs = 0;
    for (int k = 0; k < 8; ++k) signs |= unsigned(field_.value[corner(first, k)] < 0) << k;
    return signs;
  }

 private:
  const FieldLattice& field_;
  std::array<std::size_t, 8> offset_{};
};

// The corner that has to come inside so that the cube's surface is one sheet at each face and
// through its middle; -1 where it is. Faces first: two diagonal corners inside, the others not.
int cornerToTakeIn(unsigned signs) {
  for (int axis = 0; axis < 3; ++axis) {
    const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
    for (int side = 0; side < 2; ++side) {
      const int a = side << axis;
      const std::array<int, 4> face{a, a | u, a | v, a | u | v};
      unsigned inside = 0;
      for (int k = 0; k < 4; ++k) inside |= (signs >> face[std::size_t(k)] & 1) << k;
      if (inside == 0b1001) return face[1];
      if (inside == 0b0110) return face[0];
    }
  }
  for (int k = 0; k < 4; ++k) {  // two opposite corners of the cube, alone inside or alone outside
    const unsigned pair = 1u << k | 1u << (7 - k);
    if (signs == pair) return k ^ 1;
    if (signs == (~pair & 0xffu)) return k;
  }
  return -1;
}

template <class Use>
void forCubes(const FieldLattice& field, Use use) {
  for (int z = 0; z + 1 < field.corners[2]; ++z) {
    for (int y = 0; y + 1 < field.corners[1]; ++y) {
      for (int x = 0; x + 1 < field.corners[0]; ++x) use(x, y, z);
    }
  }
}

void takeInCorners(FieldLattice& field, const Signs& signs) {
  for (bool changed = true; changed;) {
    changed = false;
    forCubes(field, [&](int x, int y, int z) {
      const std::size_t first = field.index(x, y, z);
      for (int k = cornerToTakeIn(signs.at(first)); k >= 0; k = cornerToTakeIn(signs.at(first))) {
        field.value[signs.corner(first, k)] = just_inside * field.cell;
        changed = true;
      }
    });
  }
}

// The mean of the places where the cube's edges change sign.
Vec3 middleOfCrossings(const FieldLattice& field, const Signs& signs, int x, int y, int z) {
  const std::size_t first = field.index(x, y, z);
  Vec3 sum;
  int count = 0;
  for (int k = 0; k < 8; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      if (k >> axis & 1) continue;
      const double a = field.value[signs.corner(first, k)];
      const double b = field.value[signs.corner(first, k | 1 << axis)];
      if ((a < 0) == (b < 0)) continue;
      std::array<double, 3> at{double(k & 1), double(k >> 1 & 1), double(k >> 2)};
      at[std::size_t(axis)] = a / (a - b);
      sum += Vec3{at[0], at[1], at[2]};
      ++count;
    }
  }
  return field.position(x, y, z) + sum / count * field.cell;
}

struct Net {
  std::vector<Vec3> places;
  std::vector<std::array<int, 3>> triangles;

  // Two triangles, cut along the shorter diagonal.
  void appendQuad(const std::array<int, 4>& q) {
    const auto at = [&](int k) { return places[std::size_t(q[std::size_t(k)])]; };
    if (squaredLength(at(0) - at(2)) <= squaredLength(at(1) - at(3))) {
      triangles.push_back({q[0], q[1], q[2]});
      triangles.push_back({q[0], q[2], q[3]});
    } else {
      triangles.push_back({q[0], q[1], q[3]});
      triangles.push_back({q[1], q[2], q[3]});
    }
  }
};

// The quads across the lattice edges that leave (x, y, z) upwards along each axis.
void appendQuads(const FieldLattice& field, const std::vector<int>& vertex, int x, int y, int z,
                 Net& net) {
  const std::array<int, 3> at{x, y, z};
  const std::size_t here = field.index(x, y, z);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::array<int, 3> next = at;
    ++next[axis];
    if (next[axis] >= field.corners[axis]) continue;
    const bool inside = field.value[here] < 0;
    if (inside == (field.value[field.index(next[0], next[1], next[2])] < 0)) continue;
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    // The four cubes around the edge, counter-clockwise seen from its upper end.
    std::array<int, 4> quad;
    for (std::size_t k = 0; k < 4; ++k) {
      std::array<int, 3> cube = at;
      cube[u] -= k == 0 || k == 3;
      cube[v] -= k == 0 || k == 1;
      quad[k] = vertex[field.index(cube[0], cube[1], cube[2])];
    }
    if (!inside) std::swap(quad[1], quad[3]);
    net.appendQuad(quad);
  }
}

}  // namespace

TriMesh surfaceNet(FieldLattice field) {
  const Signs signs(field);
  takeInCorners(field, signs);
  Net net;
  std::vector<int> vertex(field.value.size(), -1);
  forCubes(field, [&](int x, int y, int z) {
    const unsigned inside = signs.at(field.index(x, y, z));
    if (inside == 0 || inside == 0xff) return;
    vertex[field.index(x, y, z)] = int(net.places.size());
    net.places.push_back(middleOfCrossings(field, signs, x, y, z));
  });
  forCubes(field, [&](int x, int y, int z) { appendQuads(field, vertex, x, y, z, net); });

  TriMesh mesh{Eigen::MatrixXd(Eigen::Index(net.places.size()), 3),
               Eigen::MatrixX3i(Eigen::Index(net.triangles.size()), 3)};
  for (std::size_t v = 0; v < net.places.size(); ++v) {
    mesh.V.row(Eigen::Index(v)) << net.places[v].x, net.places[v].y, net.places[v].z;
  }
  for (std::size_t f = 0; f < net.triangles.size(); ++f) {
    mesh.F.row(Eigen::Index(f)) << net.triangles[f][0], net.triangles[f][1], net.triangles[f][2];
  }
  return mesh;
}

}  // namespace vide::detail
