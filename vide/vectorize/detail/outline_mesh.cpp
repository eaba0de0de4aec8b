// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/outline_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "vide/core/math.hpp"

namespace vide::detail {
namespace {

// Outline edges shorter than this many cells are not divided any more.
constexpr std::int64_t shortest_divisible = 64;
// How many columns to either side of the wanted place are tried for a good grid point.
constexpr std::int64_t tried_columns = 16;

}  // namespace

OutlineMesh::OutlineMesh(PlanarMesh mesh, const SnappedOutlines& outlines, double min_angle_deg)
    : mesh_(std::move(mesh)), next_(outlines.next) {
  const double cos_min_angle = math::cos(math::radians(min_angle_deg));
  next_.resize(mesh_.vertices(), -1);
  corner_.resize(mesh_.vertices(), Corner::wide);
  for (std::size_t v = 0; v < outlines.next.size(); ++v)
    corner_[next_[v]] = cornerAt(next_[v], static_cast<int>(v), cos_min_angle);
}

OutlineMesh::Corner OutlineMesh::cornerAt(int v, int before, double cos_min_angle) const {
  GridPoint p = mesh_.point(v), from = mesh_.point(next_[v]), to = mesh_.point(before);
  if (!mesh_.isInside(mesh_.findEdge(v, next_[v]) / 3)) std::swap(from, to);
  if (orientation(p, from, to) <= 0) return Corner::wide;
  const Vec2 a = toVec(from) - toVec(p), b = toVec(to) - toVec(p);
  const double cos = dot(a, b) / std::sqrt(squaredLength(a) * squaredLength(b));
  return cos > cos_min_angle ? Corner::sharp : cos > 0.5 ? Corner::acute : Corner::wide;
}

int OutlineMesh::insideEdgeAfter(int v) const {
  const int e = mesh_.findEdge(v, next_[v]);
  return e >= 0 && mesh_.isInside(e / 3) ? e : mesh_.findEdge(next_[v], v);
}

void OutlineMesh::addVertex(int next) {
  next_.push_back(next);
  corner_.push_back(Corner::wide);
}

// Few grid points lie on a slanted edge, and one beside it changes the area. Of the points about
// the wanted place, the one is taken that best makes up for what earlier points have added.
int OutlineMesh::splitOutline(int e, double t) {
  const GridPoint a = mesh_.pointOf(e), b = mesh_.point(mesh_.target(e));
  const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
  const bool steep = std::abs(dy) > std::abs(dx);
  const std::int64_t run = steep ? dy : dx, rise = steep ? dx : dy;
  if (std::abs(run) < shortest_divisible) return -1;
  const auto middle = static_cast<std::int64_t>(std::floor(static_cast<double>(run) * t + 0.5));
  const std::int64_t columns = std::min(tried_columns, std::abs(run) / 32);
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  GridPoint best_point;
  for (std::int64_t column = middle - columns; column <= middle + columns; ++column) {
    const std::int64_t line = rise * column / run;
    for (std::int64_t row = line - 1; row <= line + 1; ++row) {
      const auto x = static_cast<std::int32_t>(a.x + (steep ? row : column));
      const auto y = static_cast<std::int32_t>(a.y + (steep ? column : row));
      const std::int64_t added = orientation(a, {x, y}, b), after = std::abs(drift_ + added);
      if (after >= best || std::abs(added) > std::abs(run) || !mesh_.canSplitEdge(e, {x, y}))
        continue;
      best = after;
      best_point = {x, y};
    }
  }
  if (best == std::numeric_limits<std::int64_t>::max()) return -1;
  drift_ += orientation(a, best_point, b);

  const int from = mesh_.origin(e), to = mesh_.target(e);
  const bool forward = next_[from] == to;
  const int v = mesh_.addPoint(best_point);
  mesh_.splitEdge(e, v);
  addVertex(forward ? to : from);
  next_[forward ? from : to] = v;
  // A point beside the edge may leave any edge around it not Delaunay.
  const int first = mesh_.spoke(v);
  int spoke = first;
  do {
    work_.insert(work_.end(), {spoke, PlanarMesh::next(spoke)});
    spoke = mesh_.turn(spoke);
  } while (spoke != first);
  mesh_.legalize(work_);
  return v;
}

int OutlineMesh::insert(GridPoint p, PlanarMesh::Location where) {
  const int v = mesh_.addPoint(p);
  addVertex(-1);
  if (where.place == PlanarMesh::Place::edge)
    mesh_.splitEdge(where.half_edge, v);
  else
    mesh_.splitTriangle(where.half_edge / 3, v);
  mesh_.legalizeAround(v);
  return v;
}

}  // namespace vide::detail
