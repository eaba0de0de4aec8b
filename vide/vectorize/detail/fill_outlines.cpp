// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/fill_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "vide/vectorize/detail/divide_outline.hpp"
#include "vide/vectorize/detail/seed_interior.hpp"
#include "vide/vectorize/detail/smooth.hpp"

namespace vide::detail {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
constexpr int smoothing_passes = 3;

// The edge length with which an even mesh has about this many vertices: one for every sqrt(3) / 2
// squared edges of the area, and half a one more for every edge of the outline. Real edges are a
// little shorter than the longest, hence the constants.
double lengthFor(double vertices, const PlanarMesh& mesh) {
  double area = 0, border = 0;
  for (int e = 0; e < mesh.halfEdges(); ++e) {
    if (!mesh.isInside(e / 3)) continue;
    const Vec2 a = toVec(mesh.pointOf(e)), b = toVec(mesh.point(mesh.target(e)));
    const Vec2 c = toVec(mesh.point(mesh.apex(e)));
    area += cross(b - a, c - a) / 6;
    if (mesh.isFixed(e)) border += distance(a, b);
  }
  const double half_border = border / 2;
  return (half_border + std::sqrt(half_border * half_border + 4 * vertices * area / 0.55)) /
         (2 * vertices);
}

// Looks for the shortest length with which the vertices suffice.
class BudgetSearch {
 public:
  BudgetSearch(const OutlineMesh& outline, const RefineGoals& goals, double SizeField::*length,
               FilledMesh fitting)
      : outline_(outline), goals_(goals), length_(length), best_(std::move(fitting)) {}

  FilledMesh run(const Progress& progress) {
    const auto budget = static_cast<double>(goals_.most_vertices);
    const auto given = static_cast<double>(outline_.vertexCount());
    const double wanted = (1 + nearly_used) / 2 * budget - given;
    double guess = lengthFor(budget, outline_.planar());
    for (int i = 0; wanted > 0 && i < most_runs && !progress.cancelled(); ++i) {
      const auto used = static_cast<double>(tryLength(guess, progress));
      progress.report(static_cast<double>(i + 1) / most_runs);
      if (used <= budget && used >= nearly_used * budget) break;
      const double next = guess * std::sqrt(std::clamp((used - given) / wanted, 0.1, 10.0));
      const double between = std::isinf(fitting_) ? 2 * guess : std::sqrt(too_short_ * fitting_);
      guess = next > too_short_ && next < fitting_ ? next : between;
    }
    return std::move(best_);
  }

 private:
  static constexpr int most_runs = 10;
  static constexpr double nearly_used = 0.97;

  // The vertices it takes, or for a length that takes far too many, some number above the budget.
  std::size_t tryLength(double length, const Progress& progress) {
    RefineGoals goals = goals_;
    goals.size.*length_ = length;
    goals.most_vertices *= 2;
    FilledMesh filled = fillOutlines(outline_, goals, progress);
    const std::size_t used = filled.mesh.vertexCount();
    if (filled.is_complete && used <= goals_.most_vertices) {
      fitting_ = length;
      if (used >= best_.mesh.vertexCount()) best_ = std::move(filled);
    } else {
      too_short_ = length;
    }
    return used;
  }

  const OutlineMesh& outline_;
  const RefineGoals& goals_;
  double SizeField::*length_;
  FilledMesh best_;
  double too_short_ = 0, fitting_ = unlimited;
};

// As fillWithinBudget, but with angles that must hold; incomplete where they cannot.
FilledMesh fillWithAngles(const OutlineMesh& outline, const RefineGoals& goals, SpareVertices spare,
                          const Progress& progress) {
  FilledMesh filled = fillOutlines(outline, goals, progress);
  progress.report(0.2);
  if (filled.is_complete && spare == SpareVertices::leave) return filled;
  double SizeField::*length = &SizeField::base;
  if (!filled.is_complete) {
    length = &SizeField::floor;
    RefineGoals angles_only = goals;
    angles_only.size.floor = unlimited;
    filled = fillOutlines(outline, angles_only, progress);
    if (!filled.is_complete || goals.size.isUnlimited()) return filled;
  }
  return BudgetSearch(outline, goals, length, std::move(filled)).run(progress.slice(0.2, 1));
}

}  // namespace

FilledMesh fillOutlines(const OutlineMesh& outline, const RefineGoals& goals,
                        const Progress& progress) {
  FilledMesh filled{outline, goals.size, goals.min_angle_deg};
  OutlineMesh& mesh = filled.mesh;
  cutSharpCorners(mesh, goals.size, goals.most_vertices);
  seedInterior(mesh, goals.size, goals.most_vertices, progress);
  // Points beside slanted edges would leave triangles without area outside.
  mesh.planar().dropOutside();
  divideOutline(mesh, goals.size, goals.most_vertices);
  // Smoothing alone mends many edges that are a little too long; what it leaves is refined.
  RefineGoals loose = goals;
  loose.stretch = 1.2;
  refine(mesh, loose, progress);
  smooth(mesh, goals.size, smoothing_passes);
  refine(mesh, goals, progress);
  smooth(mesh, goals.size, smoothing_passes);
  filled.is_complete = refine(mesh, goals, progress);
  return filled;
}

std::optional<FilledMesh> fillWithinBudget(const OutlineMesh& outline, const RefineGoals& goals,
                                           SpareVertices spare, const Progress& progress) {
  FilledMesh filled = fillWithAngles(outline, goals, spare, progress.slice(0, 0.7));
  // A spike can take more vertices for its angles than for anything else. An even mesh with thin
  // triangles in the spike serves better than a crude one without.
  const bool spares_most = filled.mesh.vertexCount() < goals.most_vertices / 2 &&
                           (spare == SpareVertices::use || filled.size.floor > 0);
  if ((!filled.is_complete || spares_most) && !progress.cancelled()) {
    RefineGoals sizes_only = goals;
    sizes_only.min_angle_deg = 0;
    FilledMesh even = fillWithAngles(outline, sizes_only, spare, progress.slice(0.7, 1));
    if (!filled.is_complete || even.mesh.vertexCount() > 2 * filled.mesh.vertexCount())
      filled = std::move(even);
  }
  if (progress.cancelled()) return std::nullopt;
  return filled;
}

}  // namespace vide::detail
