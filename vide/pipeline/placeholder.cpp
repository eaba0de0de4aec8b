// SPDX-License-Identifier: MIT
#include "vide/pipeline/placeholder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/detail/surface_net.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/weigh_mesh.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide {
namespace {

constexpr std::size_t most_bones = 10'000;
constexpr std::size_t most_corners = 100'000'000;
// Coordinates beyond this cannot be squared and summed.
constexpr double largest_extent = 1e100;
// A capsule of this radius, in cells, holds a corner of the lattice wherever it lies.
constexpr double least_radius = 0.9;
constexpr int settling_rounds = 2;
constexpr double least_slope = 0.25;  // squared, where 1 is that of a distance
constexpr int border = 2;             // cells outside the body on every side

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("placeholder: ", pieces...));
}

Result<void> checkInput(const Skeleton& skeleton, const PlaceholderOptions& options) {
  std::size_t deforming = 0;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    deforming += skeleton[b].deform;
    const double far = std::max(length(skeleton.head(b)), length(skeleton.tail(b)));
    if (far < largest_extent) continue;
    return wrong("bone \"", skeleton[b].name, "\" is not at a finite place");
  }
  if (deforming == 0) return wrong("no bone deforms, so there is nothing to put flesh on");
  if (deforming > most_bones) {
    return fail(ErrorCode::limit_exceeded,
                text("placeholder: ", deforming, " deforming bones; at most ", most_bones));
  }
  if (!(options.thickness >= 0.1 && options.thickness <= 10)) {
    return wrong("the thickness is ", options.thickness, "; use 0.1 .. 10");
  }
  if (options.cells < 8 || options.cells > 512) {
    return wrong(options.cells, " cells; use 8 .. 512");
  }
  if (options.influences < 1) return wrong("influences is ", options.influences, "; use >= 1");
  return {};
}

struct Extent {
  Vec3 low, high;

  Vec3 middle() const { return (low + high) / 2; }
  bool contains(Vec3 p, double margin) const {
    return std::min({p.x - low.x, p.y - low.y, p.z - low.z, high.x - p.x, high.y - p.y,
                     high.z - p.z}) > -margin;
  }
  double longest() const {
    const Vec3 size = high - low;
    return std::max({size.x, size.y, size.z});
  }
  void include(Vec3 p, double radius) {
    low = {std::min(low.x, p.x - radius), std::min(low.y, p.y - radius),
           std::min(low.z, p.z - radius)};
    high = {std::max(high.x, p.x + radius), std::max(high.y, p.y + radius),
            std::max(high.z, p.z + radius)};
  }
};

Extent emptyExtent() {
  const double infinity = std::numeric_limits<double>::infinity();
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

Extent extentOf(const Skeleton& skeleton) {
  Extent extent = emptyExtent();
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    extent.include(skeleton.head(b), 0);
    extent.include(skeleton.tail(b), 0);
  }
  return extent;
}

// All that a bone's flesh and its melting can reach.
Extent extentOf(const detail::BodyField& field, std::size_t flesh) {
  Extent extent = emptyExtent();
  for (const detail::Capsule& capsule : field.fleshes()[flesh].capsules) {
    extent.include(capsule.from, capsule.from_radius + field.reach(flesh));
    extent.include(capsule.to, capsule.to_radius + field.reach(flesh));
  }
  return extent;
}

// A lattice around the body with a corner in the middle of the skeleton, everywhere outside.
Result<detail::FieldLattice> emptyLattice(const detail::BodyField& field, Vec3 middle,
                                          double cell) {
  std::array<double, 3> reach{};
  for (std::size_t f = 0; f < field.fleshes().size(); ++f) {
    const Extent extent = extentOf(field, f);
    const Vec3 below = middle - extent.low, above = extent.high - middle;
    reach = {std::max({reach[0], below.x, above.x}), std::max({reach[1], below.y, above.y}),
             std::max({reach[2], below.z, above.z})};
  }
  detail::FieldLattice lattice;
  lattice.cell = cell;
  std::array<int, 3> half;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    half[axis] = int(std::ceil(reach[axis] / cell)) + border;
    lattice.corners[axis] = 2 * half[axis] + 1;
  }
  lattice.origin = middle - Vec3{double(half[0]), double(half[1]), double(half[2])} * cell;
  const std::size_t corners = lattice.index(0, 0, lattice.corners[2]);
  if (corners > most_corners) {
    return fail(ErrorCode::limit_exceeded,
                text("placeholder: a lattice of ", corners, " corners, at most ", most_corners,
                     "; ask for fewer cells or less thickness"));
  }
  lattice.value.assign(corners, cell);
  return lattice;
}

// The corners of the lattice that one bone's flesh may reach, per axis.
struct Range {
  std::array<int, 3> first, last;
};

Range rangeOf(const detail::FieldLattice& lattice, const Extent& extent) {
  Range range;
  const Vec3 low = (extent.low - lattice.origin) / lattice.cell;
  const Vec3 high = (extent.high - lattice.origin) / lattice.cell;
  const std::array<double, 3> from{low.x, low.y, low.z}, to{high.x, high.y, high.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    range.first[axis] = std::max(int(std::floor(from[axis])) - 1, 1);
    range.last[axis] = std::min(int(std::ceil(to[axis])) + 1, lattice.corners[axis] - 2);
  }
  return range;
}

void fillSlice(const detail::BodyField& field, std::span<const Range> ranges, int z,
               detail::FieldLattice& lattice) {
  for (std::size_t f = 0; f < ranges.size(); ++f) {
    const Range& range = ranges[f];
    if (z < range.first[2] || z > range.last[2]) continue;
    for (int y = range.first[1]; y <= range.last[1]; ++y) {
      for (int x = range.first[0]; x <= range.last[0]; ++x) {
        double& value = lattice.value[lattice.index(x, y, z)];
        value = std::min(value, field.around(f, lattice.position(x, y, z)));
      }
    }
  }
}

// The body's field near its skin: of all bones that reach p.
double bodyAt(const detail::BodyField& field, std::span<const Extent> extents, Vec3 p,
              double margin) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < extents.size(); ++f) {
    if (extents[f].contains(p, margin)) least = std::min(least, field.around(f, p));
  }
  return least;
}

// Brings vertices, which a lattice has placed, onto the skin itself by Newton's method.
void settle(const detail::BodyField& field, std::span<const Extent> extents, double cell,
            ThreadPool* pool, Eigen::MatrixXd& V) {
  const double step = cell / 8;
  const auto body = [&](Vec3 p) { return bodyAt(field, extents, p, 2 * cell); };
  parallelFor(pool, std::size_t(V.rows() + 63) / 64, [&](std::size_t task) {
    const auto first = Eigen::Index(64 * task), end = std::min(first + 64, V.rows());
    for (Eigen::Index v = first; v < end; ++v) {
      for (int round = 0; round < settling_rounds; ++round) {
        const Vec3 p{V(v, 0), V(v, 1), V(v, 2)}, x{step, 0, 0}, y{0, step, 0}, z{0, 0, step};
        const Vec3 slope =
            Vec3{body(p + x) - body(p - x), body(p + y) - body(p - y), body(p + z) - body(p - z)} /
            (2 * step);
        // Where skins meet in a crease the slope says little; the lattice's place stays.
        if (!(squaredLength(slope) > least_slope)) break;
        const Vec3 move = slope * (-body(p) / squaredLength(slope));
        if (!(squaredLength(move) < cell * cell / 4)) break;
        V.row(v) << p.x + move.x, p.y + move.y, p.z + move.z;
      }
    }
  });
}

VertexWeights shares(const detail::BodyField& field, const Eigen::MatrixXd& V, int bones,
                     int influences) {
  VertexWeights weights;
  weights.handles = bones;
  std::vector<Influence> row;
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    field.sharesAt({V(v, 0), V(v, 1), V(v, 2)}, row);
    appendRow(weights, row);
  }
  return prune(weights, influences);
}

}  // namespace

Result<PlaceholderBody> placeholderBody(const Skeleton& skeleton, const PlaceholderOptions& options,
                                        const Progress& progress) {
  if (auto usable = checkInput(skeleton, options); !usable) {
    return std::unexpected(usable.error());
  }
  const Extent extent = extentOf(skeleton);
  const double size = extent.longest() > 0 ? extent.longest() : 1;
  const double cell = size / options.cells;
  const detail::BodyField field(skeleton, options.thickness, least_radius * cell);
  auto lattice = emptyLattice(field, extent.middle(), cell);
  if (!lattice) return std::unexpected(lattice.error());
  std::vector<Extent> extents;
  std::vector<Range> ranges;
  for (std::size_t f = 0; f < field.fleshes().size(); ++f) {
    extents.push_back(extentOf(field, f));
    ranges.push_back(rangeOf(*lattice, extents.back()));
  }
  parallelFor(options.pool, std::size_t(lattice->corners[2]), [&](std::size_t z) {
    if (!progress.cancelled()) fillSlice(field, ranges, int(z), *lattice);
  });
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "placeholder: cancelled");
  progress.report(0.8);

  PlaceholderBody body;
  body.mesh = detail::surfaceNet(*std::move(lattice));
  settle(field, extents, cell, options.pool, body.mesh.V);
  body.weights = shares(field, body.mesh.V, int(skeleton.size()), options.influences);
  progress.report(1);
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
