// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/outline_mesh.hpp"

#include <cmath>
#include <utility>

#include "vide/core/math.hpp"
#include "vide/vectorize/detail/edge_point.hpp"

namespace vide::detail {
namespace {

// Outline edges shorter than this many cells are not divided any more.
constexpr std::int64_t shortest_divisible = 64;

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

int OutlineMesh::splitOutline(int e, double t, Place place) {
  const GridPoint a = mesh_.pointOf(e), b = mesh_.point(mesh_.target(e));
  if (squaredDistance(a, b) < shortest_divisible * shortest_divisible) return -1;
  const GridPoint point = pointOnEdge(a, b, t, place == Place::loose ? 64 : 4096);
  if (!mesh_.canSplitEdge(e, point)) return -1;
  const int from = mesh_.origin(e), to = mesh_.target(e);
  const bool forward = next_[from] == to;
  const int v = mesh_.addPoint(point);
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
