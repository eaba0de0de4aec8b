// SPDX-License-Identifier: MIT
#include "vide/pipeline/placeholder.hpp"

#include <algorithm>

#include "vide/author/weigh_mesh.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/detail/body_size.hpp"
#include "vide/pipeline/detail/field_blocks.hpp"
#include "vide/pipeline/detail/surface_net.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr int settling_rounds = 2;
constexpr double least_slope = 0.25;  // squared, where 1 is that of a distance

// Brings a vertex, which a lattice has placed, onto the skin itself by Newton's method.
Vec3 settled(const detail::LocalField& body, Vec3 p, double cell) {
  const double step = cell / 8;
  const Vec3 x{step, 0, 0}, y{0, step, 0}, z{0, 0, step};
  for (int round = 0; round < settling_rounds; ++round) {
    const Vec3 slope = Vec3{body.at(p + x) - body.at(p - x), body.at(p + y) - body.at(p - y),
                            body.at(p + z) - body.at(p - z)} /
                       (2 * step);
    // Where skins meet in a crease the slope says little; the lattice's place stays.
    if (!(squaredLength(slope) > least_slope)) break;
    const Vec3 move = slope * (-body.at(p) / squaredLength(slope));
    if (!(squaredLength(move) < cell * cell / 4)) break;
    p = p + move;
  }
  return p;
}

// Settles the vertices and finds their weights. False once it is cancelled.
bool finish(const detail::FieldBlocks& blocks, double cell, ThreadPool* pool,
            const Progress& progress, PlaceholderBody& body) {
  Eigen::MatrixXd& V = body.mesh.V;
  std::vector<std::vector<Influence>> rows(std::size_t(V.rows()));
  constexpr std::size_t portion = 4096;
  for (std::size_t first = 0; first < rows.size(); first += portion) {
    const std::size_t count = std::min(portion, rows.size() - first);
    parallelFor(pool, count, [&](std::size_t i) {
      if (progress.cancelled()) return;
      const auto v = Eigen::Index(first + i);
      const Vec3 placed{V(v, 0), V(v, 1), V(v, 2)};
      const detail::LocalField& local = blocks.near(placed);
      const Vec3 p = settled(local, placed, cell);
      V.row(v) << p.x, p.y, p.z;
      local.sharesAt(p, rows[first + i]);
    });
    if (progress.cancelled()) return false;
    progress.report(double(first + count) / double(rows.size()));
  }
  for (auto& row : rows) appendRow(body.weights, row);
  return true;
}

}  // namespace

Result<PlaceholderBody> placeholderBody(const Skeleton& skeleton, const PlaceholderOptions& options,
                                        const Progress& progress) {
  if (auto usable = detail::checkBody(skeleton, options); !usable) {
    return std::unexpected(usable.error());
  }
  const auto cancelled = [] { return fail(ErrorCode::cancelled, "placeholder: cancelled"); };
  const auto [middle, cell] = detail::bodySize(skeleton, options.cells);
  const detail::BodyField field(detail::bodyFleshes(skeleton, options));
  auto blocks = detail::FieldBlocks::create(field, middle, cell);
  if (!blocks) return std::unexpected(blocks.error());
  if (!blocks->findFleshes(options.pool, progress.slice(0, 0.2)) ||
      !blocks->fill(options.pool, progress.slice(0.2, 0.6))) {
    return cancelled();
  }
  PlaceholderBody body;
  body.mesh = detail::surfaceNet(blocks->takeLattice());
  body.weights.handles = int(skeleton.size());
  if (!finish(*blocks, cell, options.pool, progress.slice(0.6, 1), body)) return cancelled();
  body.weights = prune(body.weights, options.influences);
  return body;
}

Result<MovingSkeleton> readMovingSkeleton(const std::string& path) {
  const std::string ending = endingOf(path);
  if (ending == ".glb" || ending == ".gltf") {
    auto document = readDocument(path);
    if (!document) return std::unexpected(document.error());
    return MovingSkeleton{std::move(document->skeleton), std::move(document->clips)};
  }
  if (ending == ".bvh") {
    const auto content = readText(path);
    if (!content) return std::unexpected(content.error());
    auto motion = parseBvh(*content);
    if (!motion) return failAt(path, motion.error());
    MovingSkeleton moving;
    if (motion->frames > 0) {
      moving.clips.push_back(clipFromBvh(*motion));
      moving.clips.back().id = 1;
      moving.clips.back().name = nameIn(path, "motion");
    }
    moving.skeleton = std::move(motion->skeleton);
    return moving;
  }
  auto skeleton = readSkeleton(path);
  if (!skeleton) return std::unexpected(skeleton.error());
  return MovingSkeleton{*std::move(skeleton), {}};
}

Document placeholderDocument(const std::string& name, const MovingSkeleton& source,
                             const PlaceholderBody& body) {
  const MeshContent mesh{body.mesh.V, body.mesh.F, Eigen::MatrixX4i(0, 4)};
  Document document = riggedMesh(name, mesh, source.skeleton, body.weights, {});
  document.clips = source.clips;
  return document;
}

}  // namespace vide
