// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/segments.hpp"

// Round limbs and the bones in them, for tests of weights in space.
namespace vide::test {

// A closed tube from `from` to `to` with flat ends; ring r has its first vertex at r * around, the
// middles of the two ends come last. Counter-clockwise seen from outside.
inline TriMesh limb(Vec3 from, Vec3 to, double radius, int around = 8, int along = 12) {
  const Vec3 axis = normalized(to - from);
  const Vec3 helper = axis.y * axis.y < 0.5 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 u = normalized(cross(helper, axis)), w = cross(axis, u);
  const int rings = along + 1, n = rings * around;
  TriMesh mesh{Eigen::MatrixXd(n + 2, 3), Eigen::MatrixX3i(2 * around * along + 2 * around, 3)};
  const auto put = [&](int v, Vec3 p) { mesh.V.row(v) << p.x, p.y, p.z; };
  for (int r = 0; r < rings; ++r) {
    for (int s = 0; s < around; ++s) {
      const auto [sine, cosine] = math::sinCos(2 * math::pi * s / around);
      put(r * around + s,
          from + (to - from) * (double(r) / along) + (u * cosine + w * sine) * radius);
    }
  }
  put(n, from);
  put(n + 1, to);
  int f = 0;
  for (int s = 0; s < around; ++s) {
    const int next = (s + 1) % around, top = along * around;
    for (int r = 0; r < along; ++r) {
      const int a = r * around + s, b = r * around + next;
      mesh.F.row(f++) << a, b, b + around;
      mesh.F.row(f++) << a, b + around, a + around;
    }
    mesh.F.row(f++) << n, next, s;
    mesh.F.row(f++) << n + 1, top + s, top + next;
  }
  return mesh;
}

// Both meshes in one; both have the same number of coordinates.
inline TriMesh together(const TriMesh& a, const TriMesh& b) {
  TriMesh both{Eigen::MatrixXd(a.V.rows() + b.V.rows(), a.V.cols()),
               Eigen::MatrixX3i(a.F.rows() + b.F.rows(), 3)};
  both.V << a.V, b.V;
  both.F << a.F, (b.F.array() + int(a.V.rows())).matrix();
  return both;
}

// Every corner of every triangle a vertex of its own: seams everywhere. Corner k of triangle f is
// vertex 3 f + k.
inline TriMesh splitApart(const TriMesh& mesh) {
  TriMesh split{Eigen::MatrixXd(3 * mesh.F.rows(), mesh.V.cols()), mesh.F};
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) {
      split.V.row(3 * f + k) = mesh.V.row(mesh.F(f, k));
      split.F(f, k) = int(3 * f + k);
    }
  }
  return split;
}

// A chain of bones through the points, each the child of the one before; named prefix0, prefix1 ...
inline std::vector<BoneSegment> chain(const std::vector<Vec3>& points,
                                      const std::string& prefix = "bone") {
  std::vector<BoneSegment> bones;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    bones.push_back({prefix + std::to_string(i), int(i) - 1, points[i], points[i + 1]});
  }
  return bones;
}

// `child` hung below bone `parent` of `bones`.
inline std::vector<BoneSegment> hung(std::vector<BoneSegment> bones, int parent,
                                     std::vector<BoneSegment> child) {
  const int offset = int(bones.size());
  for (BoneSegment& bone : child) {
    bone.parent = bone.parent < 0 ? parent : bone.parent + offset;
    bones.push_back(bone);
  }
  return bones;
}

}  // namespace vide::test
