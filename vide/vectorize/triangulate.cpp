// SPDX-License-Identifier: MIT
#include "vide/vectorize/triangulate.hpp"

#include <cmath>

#include "vide/core/text.hpp"
#include "vide/vectorize/detail/constrained_delaunay.hpp"
#include "vide/vectorize/detail/snapped_outlines.hpp"

namespace vide {
namespace {

using detail::PlanarMesh;
using detail::SnappedOutlines;

Result<void> check(const TriangulateOptions& options) {
  const auto isLength = [](double value) { return value >= 0 && std::isfinite(value); };
  if (!isLength(options.max_edge_length))
    return fail(ErrorCode::invalid_argument,
                text("max_edge_length is ", options.max_edge_length,
                     "; it must be a length in pixels, or 0 for no limit"));
  if (!(options.min_angle_deg >= 0 && options.min_angle_deg <= 30))
    return fail(ErrorCode::invalid_argument,
                text("min_angle_deg is ", options.min_angle_deg, "; it must lie in 0..30 degrees"));
  for (std::size_t i = 0; i < options.denser.size(); ++i) {
    const DenserSpot& spot = options.denser[i];
    if (!isFinite(spot.center) || !isLength(spot.radius) || !isLength(spot.edge_length) ||
        spot.edge_length == 0)
      return fail(ErrorCode::invalid_argument,
                  text("denser spot ", i,
                       ": needs a finite center, a radius of at least 0 and an "
                       "edge_length above 0"));
  }
  return {};
}

TriMesh extract(const PlanarMesh& planar, const SnappedOutlines& outlines) {
  const int vertices = static_cast<int>(outlines.points.size());
  TriMesh mesh;
  mesh.V.resize(vertices, 2);
  for (int v = 0; v < vertices; ++v) {
    const Vec2 p = outlines.grid.toDocument(planar.point(v));
    mesh.V.row(v) << p.x, p.y;
  }
  mesh.F.resize(planar.triangles(), 3);
  int f = 0;
  for (int t = 0; t < planar.triangles(); ++t)
    if (planar.isInside(t))
      mesh.F.row(f++) << planar.origin(3 * t), planar.origin(3 * t + 1), planar.origin(3 * t + 2);
  mesh.F.conservativeResize(f, 3);
  return mesh;
}

}  // namespace

Result<Triangulation> triangulate(const Outlines& outlines, const TriangulateOptions& options,
                                  const Progress& progress) {
  if (const auto valid = check(options); !valid) return std::unexpected(valid.error());
  const auto snapped = detail::snapOutlines(outlines);
  if (!snapped) return std::unexpected(snapped.error());
  const auto planar = detail::constrainedDelaunay(*snapped);
  if (!planar) return std::unexpected(planar.error());
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "triangulate: cancelled");
  Triangulation result;
  result.mesh = extract(*planar, *snapped);
  result.ring_start = snapped->ring_start;
  for (std::size_t r = 0; r < outlines.rings.size(); ++r)
    if (snapped->ring_start[r] == snapped->ring_start[r + 1])
      result.warnings.push_back(text("ring ", r, " has no area and was dropped"));
  progress.report(1);
  return result;
}

}  // namespace vide
