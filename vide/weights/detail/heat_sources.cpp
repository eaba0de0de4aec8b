// SPDX-License-Identifier: MIT
#include "vide/weights/detail/heat_sources.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/parallel_ranges.hpp"
#include "vide/mesh/rows.hpp"
#include "vide/weights/detail/bone_shapes.hpp"

namespace vide::detail {
namespace {

constexpr double equally_near = 1e-4;    // relative
constexpr double least_distance = 1e-4;  // of the mesh's diagonal
constexpr std::size_t vertices_a_task = 64;

// Zero where triangles cancel, and in the plane, where no bone is faced more than another.
std::vector<Vec3> vertexNormals(const TriMesh& mesh) {
  std::vector<Vec3> normals(std::size_t(mesh.V.rows()));
  if (mesh.V.cols() < 3) return normals;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const Vec3 a = rowOf(mesh.V, mesh.F(f, 0)), b = rowOf(mesh.V, mesh.F(f, 1)),
               c = rowOf(mesh.V, mesh.F(f, 2));
    for (const int v : mesh.F.row(f)) normals[std::size_t(v)] += cross(b - a, c - a);
  }
  for (Vec3& normal : normals) normal = normalized(normal);
  return normals;
}

// The bones nearest to one vertex, by a distance that is up to twice as long where the surface is
// edge-on to the bone: skin faces what it wraps. Winding does not matter.
class NearestBones {
 public:
  explicit NearestBones(std::span<const BoneShape> shapes) : shapes_(shapes) {
    points_.resize(shapes.size());
    rank_.resize(shapes.size());
  }

  // Calls use(bone, nearest point of it) for each of those that are equally near.
  template <class Use>
  void find(Vec3 p, Vec3 normal, Use use) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      points_[i] = nearestOn(shapes_[i].segments, p);
      const double facing = std::abs(dot(normal, normalized(p - points_[i])));
      rank_[i] = distance(p, points_[i]) * 2 / (1 + facing);
      least = std::min(least, rank_[i]);
    }
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      if (rank_[i] <= least * (1 + equally_near)) use(shapes_[i].bone, points_[i]);
    }
  }

 private:
  std::span<const BoneShape> shapes_;
  std::vector<Vec3> points_;
  std::vector<double> rank_;
};

}  // namespace

std::vector<HeatSource> heatSources(const TriMesh& mesh, const SurfaceLocator& locator,
                                    const Skeleton& skeleton, double heat, BonesSeen seen,
                                    ThreadPool* pool, const Progress& progress) {
  const std::vector<BoneShape> shapes = boneShapes(skeleton);
  const std::vector<Vec3> normals = vertexNormals(mesh);
  const double diagonal = (mesh.V.colwise().maxCoeff() - mesh.V.colwise().minCoeff()).norm();
  const double closest = diagonal > 0 ? least_distance * diagonal : 1;
  const auto sourceOf = [&](std::size_t v, NearestBones& nearest) {
    const Vec3 p = rowOf(mesh.V, Eigen::Index(v));
    HeatSource source;
    nearest.find(p, normals[v], [&](int bone, Vec3 point) {
      if (seen == BonesSeen::where_it_is_open && locator.blocks(p, point, int(v))) return;
      const double away = std::max(distance(p, point), closest);
      source.bones.push_back(bone);
      source.heat += heat / (away * away);
    });
    return source;
  };
  std::vector<HeatSource> sources(normals.size());
  parallelRanges(pool, sources.size(), vertices_a_task, [&](std::size_t begin, std::size_t end) {
    if (progress.cancelled()) return;
    NearestBones nearest(shapes);
    for (std::size_t v = begin; v < end; ++v) sources[v] = sourceOf(v, nearest);
  });
  return sources;
}

}  // namespace vide::detail
