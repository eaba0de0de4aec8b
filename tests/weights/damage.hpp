// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "vide/mesh/tri_mesh.hpp"
#include "vide/skeleton/skeleton.hpp"

// The faults that artists' meshes and skeletons have, made on purpose.
namespace vide::test {

struct Damaged {
  TriMesh mesh;
  std::vector<int> original;  // per vertex: which of the whole mesh it was, or -1
};

inline Damaged whole(const TriMesh& mesh) {
  Damaged result{mesh, std::vector<int>(mesh.V.rows())};
  for (int v = 0; v < mesh.V.rows(); ++v) result.original[v] = v;
  return result;
}

inline double diagonalOf(const TriMesh& mesh) {
  return (mesh.V.colwise().maxCoeff() - mesh.V.colwise().minCoeff()).norm();
}

// Corners in different groups of faces become vertices of their own.
template <class Group>
Damaged split(const TriMesh& mesh, Group group) {
  std::map<std::pair<int, int>, int> copy;
  Damaged result{{{}, mesh.F}, {}};
  for (int f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) {
      const auto [at, fresh] =
          copy.try_emplace({mesh.F(f, k), group(f)}, int(result.original.size()));
      if (fresh) result.original.push_back(mesh.F(f, k));
      result.mesh.F(f, k) = at->second;
    }
  }
  result.mesh.V = mesh.V(result.original, Eigen::all);
  return result;
}

inline Damaged soup(const TriMesh& mesh) {
  return split(mesh, [](int f) { return f; });
}

inline Damaged splitSeams(const TriMesh& mesh) {
  const Eigen::RowVector3d middle = mesh.V.colwise().mean();
  return split(mesh, [&](int f) {
    const Eigen::RowVector3d c =
        (mesh.V.row(mesh.F(f, 0)) + mesh.V.row(mesh.F(f, 1)) + mesh.V.row(mesh.F(f, 2))) / 3;
    return int(c.x() > middle.x()) + 2 * int(c.y() > middle.y()) + 4 * int(c.z() > middle.z());
  });
}

// Moves every vertex outwards.
inline Eigen::MatrixXd inflated(const TriMesh& mesh, double by) {
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(mesh.V.rows(), 3);
  for (int f = 0; f < mesh.F.rows(); ++f) {
    const Eigen::RowVector3d a = mesh.V.row(mesh.F(f, 0)), b = mesh.V.row(mesh.F(f, 1)),
                             c = mesh.V.row(mesh.F(f, 2));
    for (int k = 0; k < 3; ++k) normal.row(mesh.F(f, k)) += (b - a).cross(c - a);
  }
  return mesh.V + by * normal.rowwise().normalized();
}

// The mesh and, after it, another with its own original numbers (or -1 for all).
inline Damaged with(const TriMesh& mesh, const TriMesh& other, std::vector<int> original) {
  Damaged result = whole(mesh);
  result.mesh.V.conservativeResize(mesh.V.rows() + other.V.rows(), 3);
  result.mesh.V.bottomRows(other.V.rows()) = other.V;
  result.mesh.F.conservativeResize(mesh.F.rows() + other.F.rows(), 3);
  result.mesh.F.bottomRows(other.F.rows()) = (other.F.array() + int(mesh.V.rows())).matrix();
  result.original.insert(result.original.end(), original.begin(), original.end());
  return result;
}

// The same body once more, around the first.
inline Damaged withShell(const TriMesh& mesh) {
  return with(mesh, {inflated(mesh, 0.015 * diagonalOf(mesh)), mesh.F}, whole(mesh).original);
}

// Tiny tetrahedra all over the box of the mesh and a bit beyond.
inline Damaged withSpecks(const TriMesh& mesh, int count) {
  std::mt19937 engine(3);
  const Eigen::RowVector3d least = mesh.V.colwise().minCoeff(),
                           size = mesh.V.colwise().maxCoeff() - least;
  TriMesh specks{Eigen::MatrixXd(4 * count, 3), Eigen::MatrixX3i(4 * count, 3)};
  for (int k = 0; k < count; ++k) {
    Eigen::RowVector3d at;
    for (int axis = 0; axis < 3; ++axis) {
      at[axis] = least[axis] + size[axis] * (1.2 * double(engine() % 1000) / 1000 - 0.1);
    }
    const double edge = 0.002 * diagonalOf(mesh);
    for (int c = 0; c < 4; ++c) specks.V.row(4 * k + c) = at;
    for (int axis = 0; axis < 3; ++axis) specks.V(4 * k + axis, axis) += edge;
    const int a = 4 * k;
    specks.F.middleRows(a, 4) << a, a + 1, a + 2, a, a + 3, a + 1, a + 1, a + 3, a + 2, a + 2,
        a + 3, a;
  }
  return with(mesh, specks, std::vector<int>(4 * count, -1));
}

inline Damaged flipped(const TriMesh& mesh, int every) {
  Damaged result = whole(mesh);
  for (int f = 0; f < mesh.F.rows(); f += every)
    std::swap(result.mesh.F(f, 1), result.mesh.F(f, 2));
  return result;
}

inline Damaged withoutFaces(const TriMesh& mesh, unsigned percent) {
  std::mt19937 engine(11);
  std::vector<int> left;
  for (int f = 0; f < mesh.F.rows(); ++f) {
    if (engine() % 100 >= percent) left.push_back(f);
  }
  Damaged result = whole(mesh);
  result.mesh.F = mesh.F(left, Eigen::all).eval();
  return result;
}

// Twenty each of: faces without area, faces twice, fins (edges with three faces), vertices in no
// face.
inline Damaged dirty(const TriMesh& mesh) {
  constexpr int count = 20;
  std::mt19937 engine(17);
  const int base = int(mesh.V.rows());
  TriMesh extra{Eigen::MatrixXd(2 * count, 3), Eigen::MatrixX3i(0, 3)};
  Eigen::MatrixX3i faces(3 * count, 3);
  for (int k = 0; k < count; ++k) {
    const Eigen::RowVector3i face = mesh.F.row(engine() % unsigned(mesh.F.rows()));
    faces.row(3 * k) << face[0], face[1], face[1];
    faces.row(3 * k + 1) = face;
    faces.row(3 * k + 2) << face[0], face[1], base + k;
    extra.V.row(k) = mesh.V.row(face[2]);
    extra.V(k, k % 3) += 0.005 * diagonalOf(mesh);
    extra.V.row(count + k) = mesh.V.row(face[2]);
    extra.V(count + k, k % 3) += 0.05 * diagonalOf(mesh);
  }
  Damaged result = with(mesh, extra, std::vector<int>(2 * count, -1));
  result.mesh.F.conservativeResize(mesh.F.rows() + 3 * count, 3);
  result.mesh.F.bottomRows(3 * count) = faces;
  return result;
}

inline Damaged scaled(const TriMesh& mesh, double by) {
  Damaged result = whole(mesh);
  result.mesh.V *= by;
  return result;
}

inline Skeleton rebuilt(std::vector<Bone> bones) {
  return Skeleton::fromBones(std::move(bones)).value();
}

inline Skeleton scaled(const Skeleton& skeleton, double by) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (Bone& bone : bones) {
    bone.local.translation = bone.local.translation * by;
    bone.tail = bone.tail * by;
  }
  return rebuilt(std::move(bones));
}

inline Skeleton shifted(const Skeleton& skeleton, Vec3 by) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (Bone& bone : bones) {
    if (bone.parent < 0) bone.local.translation += by;
  }
  return rebuilt(std::move(bones));
}

inline Skeleton withFarBone(const Skeleton& skeleton, double away) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  Bone bone = bones.front();
  bone.id = BoneId(100'000);
  bone.name = "far away";
  bone.parent = int(bones.size()) - 1;
  bone.deform = true;
  bone.local.translation = {away, away, away};
  bones.push_back(bone);
  return rebuilt(std::move(bones));
}

inline Skeleton withoutLengths(const Skeleton& skeleton) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (Bone& bone : bones) bone.tail = {};
  return rebuilt(std::move(bones));
}

}  // namespace vide::test
