// SPDX-License-Identifier: MIT
#include "vide/vectorize/image_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/vectorize/detail/measure_cover.hpp"
#include "vide/vectorize/detail/traced_shape.hpp"
#include "vide/vectorize/triangulate.hpp"

namespace vide {
namespace {

bool isLength(double value) { return value >= 0 && std::isfinite(value); }

Result<void> checkDensity(const Density& density) {
  if (const auto* detail = std::get_if<Detail>(&density)) {
    if (!(detail->amount >= 0 && detail->amount <= 1)) {
      return fail(ErrorCode::invalid_argument,
                  text("detail: ", detail->amount, " is outside 0..1; use 0.5 if in doubt"));
    }
  } else if (const auto* edge = std::get_if<EdgeLength>(&density)) {
    if (!isLength(edge->pixels)) {
      return fail(ErrorCode::invalid_argument,
                  text("edge length: ", edge->pixels, " is not a length; use 0 or more pixels"));
    }
  } else if (std::get<VertexBudget>(density).vertices < 3) {
    return fail(ErrorCode::invalid_argument,
                "vertex budget: a triangle needs 3 vertices; allow more");
  }
  return {};
}

Result<void> check(const MeshOptions& options) {
  for (std::size_t i = 0; i < options.joints.size(); ++i) {
    const DenseJoint& joint = options.joints[i];
    if (!isFinite(joint.position) || !isLength(joint.radius) || !isLength(joint.edge_length)) {
      return fail(ErrorCode::invalid_argument,
                  text("joint ", i,
                       ": position, radius and edge length must be finite, lengths 0 "
                       "or more; correct them"));
    }
  }
  return checkDensity(options.density);
}

double longerSide(const Outlines& outlines) {
  Vec2 low = outlines.rings.front().points.front(), high = low;
  for (const Ring& ring : outlines.rings) {
    for (const Vec2 p : ring.points) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  }
  return std::max(high.x - low.x, high.y - low.y);
}

TriangulateOptions triangulateOptions(const MeshOptions& options, const Outlines& outlines) {
  TriangulateOptions chosen;
  chosen.min_angle_deg = options.min_angle_deg;
  if (const auto* detail = std::get_if<Detail>(&options.density)) {
    chosen.max_edge_length = longerSide(outlines) / (4 * math::pow(16, detail->amount));
  } else if (const auto* edge = std::get_if<EdgeLength>(&options.density)) {
    chosen.max_edge_length = edge->pixels;
  } else {
    chosen.vertex_budget = std::get<VertexBudget>(options.density).vertices;
  }
  const double usual =
      chosen.max_edge_length > 0 ? chosen.max_edge_length : longerSide(outlines) / 16;
  for (const DenseJoint& joint : options.joints) {
    if (joint.radius <= 0) continue;
    chosen.denser.push_back(
        {joint.position, joint.radius, joint.edge_length > 0 ? joint.edge_length : usual / 2});
  }
  return chosen;
}

std::size_t pointCount(const Outlines& outlines) {
  std::size_t count = 0;
  for (const Ring& ring : outlines.rings) count += ring.points.size();
  return count;
}

struct Simplified {
  Outlines outlines;
  double tolerance = 0;  // the largest that still saved points
};

// With a budget, outlines that alone would take more than half of it are simplified harder; the
// other half makes well-shaped triangles.
Result<Simplified> simplifyWithin(const Outlines& traced, const Coverage& coverage,
                                  const MeshOptions& options, const Progress& progress) {
  SimplifyOptions simplify = options.simplify;
  Result<Outlines> outlines = simplifyOutlines(traced, coverage, simplify, progress);
  const auto* budget = std::get_if<VertexBudget>(&options.density);
  const double largest = longerSide(traced);
  double tolerance = simplify.tolerance;
  while (budget && outlines && pointCount(*outlines) > budget->vertices / 2 &&
         simplify.tolerance < largest) {
    simplify.tolerance = std::max(1.0, 2 * simplify.tolerance);
    const std::size_t before = pointCount(*outlines);
    outlines = simplifyOutlines(*outlines, coverage, simplify);
    if (outlines && pointCount(*outlines) < before) tolerance = simplify.tolerance;
  }
  if (!outlines) return std::unexpected(outlines.error());
  return Simplified{std::move(*outlines), tolerance};
}

// Triangles only join vertices of one island, so an interior vertex belongs where its connected
// outline does.
std::vector<int> islandPerVertex(const ImageMesh& image_mesh) {
  const TriMesh& mesh = image_mesh.mesh;
  const Components pieces = connectedComponents(int(mesh.V.rows()), mesh.F);
  std::vector<int> island(std::size_t(pieces.count), -1);
  int islands = 0;
  for (const RingRange& ring : image_mesh.rings) {
    if (!ring.hole && ring.count > 0) island[pieces.of_vertex[ring.first]] = islands++;
  }
  std::vector<int> part(pieces.of_vertex.size());
  for (std::size_t v = 0; v < part.size(); ++v) part[v] = island[pieces.of_vertex[v]];
  return part;
}

ImageMesh assemble(Triangulation&& triangulation, const Outlines& outlines) {
  ImageMesh result;
  result.mesh = std::move(triangulation.mesh);
  for (std::size_t i = 0; i < outlines.rings.size(); ++i) {
    const int first = triangulation.ring_start[i];
    result.rings.push_back({first, triangulation.ring_start[i + 1] - first,
                            outlines.rings[i].parent, outlines.rings[i].hole});
    ++(outlines.rings[i].hole ? result.report.holes : result.report.islands);
  }
  result.part = islandPerVertex(result);
  result.report.min_angle_deg = triangulation.min_angle_deg;
  result.report.warnings = std::move(triangulation.warnings);
  return result;
}

void measure(ImageMesh& mesh, const detail::PixelRuns& mask, int width) {
  const detail::Cover cover = detail::measureCover(mesh.mesh, mask, width);
  mesh.report.coverage = double(cover.covered) / double(cover.inside);
  mesh.report.overdraw = double(cover.extra) / double(cover.inside);
  if (cover.covered < cover.inside) {
    mesh.report.warnings.push_back(
        text(cover.inside - cover.covered, " pixels are not covered; use a smaller tolerance"));
  }
}

}  // namespace

Result<ImageMesh> meshFromCoverage(const Coverage& coverage, const MeshOptions& options,
                                   const Progress& progress) {
  if (const auto valid = check(options); !valid) return std::unexpected(valid.error());
  const auto shape = detail::traceShape(coverage, options.trace, progress.slice(0, 0.3));
  if (!shape) return std::unexpected(shape.error());
  const auto simplified =
      simplifyWithin(shape->outlines, coverage, options, progress.slice(0.3, 0.5));
  if (!simplified) return std::unexpected(simplified.error());
  const Outlines& outlines = simplified->outlines;
  auto triangulation =
      triangulate(outlines, triangulateOptions(options, outlines), progress.slice(0.5, 0.9));
  if (!triangulation) return std::unexpected(triangulation.error());
  ImageMesh mesh = assemble(std::move(*triangulation), outlines);
  measure(mesh, shape->mask, coverage.width);
  if (simplified->tolerance > options.simplify.tolerance) {
    mesh.report.warnings.push_back(text("the tolerance of ", options.simplify.tolerance,
                                        " px gave way to the vertex budget: outlines are "
                                        "simplified to about ",
                                        simplified->tolerance, " px"));
  }
  progress.report(1);
  return mesh;
}

}  // namespace vide
