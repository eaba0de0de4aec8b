// SPDX-License-Identifier: MIT
#include "vide/mesh/corner_normals.hpp"

#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/weld.hpp"

namespace vide {
namespace {

constexpr std::size_t most_compared = 256;

Vec3 pointOf(const TriMesh& mesh, int v) { return {mesh.V(v, 0), mesh.V(v, 1), mesh.V(v, 2)}; }

// A corner with its triangle's normal and its angle.
struct Corner {
  Eigen::Index index = 0;
  Vec3 normal;
  double angle = 0;
};

std::vector<std::vector<Corner>> cornersByPlace(const TriMesh& mesh) {
  const std::vector<int> place = coincidentVertices(mesh.V);
  std::vector<std::vector<Corner>> corners(place.size());
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const Vec3 p[3] = {pointOf(mesh, mesh.F(f, 0)), pointOf(mesh, mesh.F(f, 1)),
                       pointOf(mesh, mesh.F(f, 2))};
    const Vec3 normal = normalized(cross(p[1] - p[0], p[2] - p[0]));
    for (int c = 0; c < 3; ++c) {
      const Vec3 a = normalized(p[(c + 1) % 3] - p[c]), b = normalized(p[(c + 2) % 3] - p[c]);
      const double angle = math::atan2(length(cross(a, b)), dot(a, b));
      corners[std::size_t(place[std::size_t(mesh.F(f, c))])].push_back({3 * f + c, normal, angle});
    }
  }
  return corners;
}

}  // namespace

Eigen::MatrixX3d cornerNormals(const TriMesh& mesh, const CornerNormalOptions& options) {
  Eigen::MatrixX3d normals = Eigen::MatrixX3d::Zero(3 * mesh.F.rows(), 3);
  const double least = math::cos(options.crease);
  for (const auto& corners : cornersByPlace(mesh)) {
    const bool compares = corners.size() <= most_compared;
    for (const Corner& corner : corners) {
      Vec3 sum;
      for (const Corner& other : corners) {
        if (compares && dot(corner.normal, other.normal) < least) continue;
        sum += other.angle * other.normal;
      }
      const Vec3 normal = corner.normal == Vec3{} ? Vec3{} : normalized(sum, corner.normal);
      normals.row(corner.index) << normal.x, normal.y, normal.z;
    }
  }
  return normals;
}

}  // namespace vide
