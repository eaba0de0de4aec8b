// SPDX-License-Identifier: MIT
#include "vide/vectorize/triangulate.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/vectorize/detail/constrained_delaunay.hpp"
#include "vide/vectorize/detail/fill_outlines.hpp"
#include "vide/vectorize/detail/snapped_outlines.hpp"

namespace vide {
namespace {

using detail::OutlineMesh;
using detail::PlanarMesh;
using detail::SnapGrid;
using detail::SnappedOutlines;

constexpr std::size_t default_budget = 1'000'000;

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
                       ": needs a finite center, a radius of at least 0 and an edge_length above "
                       "0"));
  }
  return {};
}

detail::RefineGoals goalsOf(const TriangulateOptions& options, const SnapGrid& grid) {
  detail::RefineGoals goals;
  goals.min_angle_deg = options.min_angle_deg;
  goals.most_vertices = options.vertex_budget > 0 ? options.vertex_budget : default_budget;
  if (options.max_edge_length > 0) goals.size.base = options.max_edge_length / grid.cell;
  for (const DenserSpot& spot : options.denser)
    goals.size.spots.push_back(
        {grid.toGrid(spot.center), spot.radius / grid.cell, spot.edge_length / grid.cell});
  return goals;
}

// The order of the output: the outline's vertices ring by ring, then the others.
struct Numbering {
  std::vector<int> ring_start{0};
  std::vector<int> vertices;  // of the planar mesh
  std::vector<int> index;     // in the output, of each vertex of the planar mesh
};

Numbering number(const OutlineMesh& mesh, const SnappedOutlines& outlines) {
  Numbering numbering;
  for (std::size_t r = 0; r + 1 < outlines.ring_start.size(); ++r) {
    const int first = outlines.ring_start[r];
    if (first < outlines.ring_start[r + 1]) {
      int v = first;
      do {
        numbering.vertices.push_back(v);
        v = mesh.nextOnRing(v);
      } while (v != first);
    }
    numbering.ring_start.push_back(static_cast<int>(numbering.vertices.size()));
  }
  // The four vertices after the outline's points are the surrounding square's.
  for (int v = outlines.ring_start.back() + 4; v < mesh.planar().vertices(); ++v)
    if (!mesh.isOnOutline(v)) numbering.vertices.push_back(v);
  numbering.index.assign(mesh.planar().vertices(), -1);
  for (std::size_t i = 0; i < numbering.vertices.size(); ++i)
    numbering.index[numbering.vertices[i]] = static_cast<int>(i);
  return numbering;
}

TriMesh extract(const PlanarMesh& planar, const Numbering& numbering, const SnapGrid& grid) {
  TriMesh mesh;
  mesh.V.resize(static_cast<Eigen::Index>(numbering.vertices.size()), 2);
  for (Eigen::Index i = 0; i < mesh.V.rows(); ++i) {
    const Vec2 p = grid.toDocument(planar.point(numbering.vertices[i]));
    mesh.V.row(i) << p.x, p.y;
  }
  mesh.F.resize(planar.triangles(), 3);
  int f = 0;
  for (int t = 0; t < planar.triangles(); ++t) {
    if (!planar.isInside(t)) continue;
    for (int k = 0; k < 3; ++k) mesh.F(f, k) = numbering.index[planar.origin(3 * t + k)];
    ++f;
  }
  mesh.F.conservativeResize(f, 3);
  return mesh;
}

struct Measures {
  double least_doubled_area = INFINITY, largest_cos = -1, longest_edge = 0;
};

Measures measure(const TriMesh& mesh) {
  Measures measures;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f)
    for (int k = 0; k < 3; ++k) {
      const auto corner = [&](int i) {
        return Vec2{mesh.V(mesh.F(f, (k + i) % 3), 0), mesh.V(mesh.F(f, (k + i) % 3), 1)};
      };
      const Vec2 a = corner(1) - corner(0), b = corner(2) - corner(0);
      measures.least_doubled_area = std::min(measures.least_doubled_area, cross(a, b));
      measures.longest_edge = std::max(measures.longest_edge, length(a));
      measures.largest_cos = std::max(measures.largest_cos, dot(a, b) / (length(a) * length(b)));
    }
  return measures;
}

std::vector<std::string> warningsFor(const detail::FilledMesh& filled,
                                     const SnappedOutlines& outlines,
                                     const TriangulateOptions& options, double longest_edge) {
  std::vector<std::string> warnings;
  const std::size_t budget = options.vertex_budget > 0 ? options.vertex_budget : default_budget;
  for (std::size_t r = 0; r + 1 < outlines.ring_start.size(); ++r)
    if (outlines.ring_start[r] == outlines.ring_start[r + 1])
      warnings.push_back(text("ring ", r, " has no area and was dropped"));
  if (outlines.points.size() > budget)
    warnings.push_back(text("the outline alone has ", outlines.points.size(),
                            " vertices, more than the budget of ", budget,
                            "; simplify it more to save vertices"));
  if (filled.size.floor > 0 && (options.max_edge_length > 0 || !options.denser.empty()))
    warnings.push_back(text("the edge length gave way to the budget of ", budget,
                            " vertices: edges measure up to ", longest_edge, " px"));
  const bool is_by_grid = filled.is_complete && filled.min_angle_deg == options.min_angle_deg;
  if (const auto thin = countThinTriangles(filled.mesh, options.min_angle_deg); thin > 0)
    warnings.push_back(text("the minimum angle gave way to ",
                            is_by_grid ? text("the grid of ", outlines.grid.cell, " px")
                                       : text("the budget of ", budget, " vertices"),
                            ": ", thin, " triangles away from sharp corners have less than ",
                            options.min_angle_deg, " degrees"));
  return warnings;
}

struct GridResult {
  Triangulation triangulation;
  bool has_positive_areas = false;  // in doubles
};

Result<GridResult> triangulateOn(std::int32_t grid_extent, const Outlines& outlines,
                                 const TriangulateOptions& options, const Progress& progress) {
  const auto snapped = detail::snapOutlines(outlines, grid_extent);
  if (!snapped) return std::unexpected(snapped.error());
  auto planar = detail::constrainedDelaunay(*snapped);
  if (!planar) return std::unexpected(planar.error());
  const OutlineMesh outline(std::move(*planar), *snapped, options.min_angle_deg);
  const auto spare = options.vertex_budget > 0 && options.max_edge_length == 0
                         ? detail::SpareVertices::use
                         : detail::SpareVertices::leave;
  const auto filled = detail::fillWithinBudget(outline, goalsOf(options, snapped->grid), spare,
                                               progress.slice(0.1, 1));
  if (!filled) return fail(ErrorCode::cancelled, "triangulate: cancelled");
  const Numbering numbering = number(filled->mesh, *snapped);
  GridResult result;
  auto& [mesh, ring_start, min_angle_deg, warnings] = result.triangulation;
  mesh = extract(filled->mesh.planar(), numbering, snapped->grid);
  ring_start = numbering.ring_start;
  const Measures measures = measure(mesh);
  result.has_positive_areas = measures.least_doubled_area > 0;
  min_angle_deg = math::degrees(math::acos(std::min(measures.largest_cos, 1.0)));
  warnings = warningsFor(*filled, *snapped, options, measures.longest_edge);
  return result;
}

}  // namespace

Result<Triangulation> triangulate(const Outlines& outlines, const TriangulateOptions& options,
                                  const Progress& progress) {
  if (const auto valid = check(options); !valid) return std::unexpected(valid.error());
  auto result = triangulateOn(detail::grid_extent, outlines, options, progress);
  // A sliver of a few cells' area may round to nothing in doubles.
  if (result && !result->has_positive_areas)
    result = triangulateOn(detail::exact_area_extent, outlines, options, progress);
  if (!result) return std::unexpected(result.error());
  progress.report(1);
  return std::move(result->triangulation);
}

}  // namespace vide
