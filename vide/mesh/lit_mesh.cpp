// SPDX-License-Identifier: MIT
#include "vide/mesh/lit_mesh.hpp"

#include <numeric>
#include <optional>

#include "vide/core/vec.hpp"
#include "vide/mesh/corner_normals.hpp"

namespace vide {
namespace {

// Gives each corner the vertex that has its place and normal.
class Splitter {
 public:
  Splitter(const TriMesh& mesh, const Eigen::MatrixX3d& corner_normals)
      : normals_(corner_normals), next_(std::size_t(mesh.V.rows()), -1) {
    lit_.source.resize(std::size_t(mesh.V.rows()));
    std::iota(lit_.source.begin(), lit_.source.end(), 0u);
    normal_of_.resize(lit_.source.size());
    for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
      for (int c = 0; c < 3; ++c) lit_.triangles.push_back(vertexFor(mesh.F(f, c), 3 * f + c));
    }
    for (const auto& normal : normal_of_) {
      for (const double x :
           {normal ? normal->x : 0, normal ? normal->y : 0, normal ? normal->z : 0})
        lit_.normals.push_back(float(x));
    }
  }

  LitMesh take() && { return std::move(lit_); }

 private:
  // Vertices of one source are chained.
  int vertexFor(int source, Eigen::Index corner) {
    const Vec3 normal{normals_(corner, 0), normals_(corner, 1), normals_(corner, 2)};
    int last = source;
    for (int v = source; v >= 0; last = v, v = next_[std::size_t(v)]) {
      auto& known = normal_of_[std::size_t(v)];
      if (!known) known = normal;
      if (*known == normal) return v;
    }
    const int added = int(lit_.source.size());
    lit_.source.push_back(std::uint32_t(source));
    normal_of_.push_back(normal);
    next_.push_back(-1);
    next_[std::size_t(last)] = added;
    return added;
  }

  const Eigen::MatrixX3d& normals_;
  std::vector<int> next_;
  std::vector<std::optional<Vec3>> normal_of_;
  LitMesh lit_;
};

LitMesh asGiven(const TriMesh& mesh, const Eigen::MatrixX3d& normals) {
  LitMesh lit;
  lit.source.resize(std::size_t(mesh.V.rows()));
  std::iota(lit.source.begin(), lit.source.end(), 0u);
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int c = 0; c < 3; ++c) lit.triangles.push_back(mesh.F(f, c));
  }
  for (Eigen::Index v = 0; v < normals.rows(); ++v) {
    for (int axis = 0; axis < 3; ++axis) lit.normals.push_back(float(normals(v, axis)));
  }
  return lit;
}

}  // namespace

LitMesh litMesh(const TriMesh& mesh, const Eigen::MatrixX3d& normals) {
  if (normals.rows() == mesh.V.rows() && normals.rows() > 0) return asGiven(mesh, normals);
  return Splitter(mesh, cornerNormals(mesh)).take();
}

}  // namespace vide
