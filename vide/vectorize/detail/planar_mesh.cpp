// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/planar_mesh.hpp"

#include <algorithm>
#include <utility>

namespace vide::detail {

PlanarMesh::PlanarMesh(std::vector<GridPoint> points)
    : points_(std::move(points)), spoke_(points_.size(), -1) {
  const int corner = vertices() - 4;
  int e = 0;
  addTriangle(0);
  addTriangle(0);
  for (const int v : {0, 1, 2, 0, 2, 3}) set(e++, corner + v, false);
  link(2, 3);
}

int PlanarMesh::turn(int e) const {
  if (const int after = twin_[prev(e)]; after >= 0) return after;
  while (twin_[e] >= 0) e = next(twin_[e]);
  return e;
}

int PlanarMesh::findEdge(int a, int b) const {
  const int first = spoke_[a];
  int e = first;
  do {
    if (target(e) == b) return e;
    e = turn(e);
  } while (e != first);
  return -1;
}

// From the middle of a triangle, whose thrice is a grid point, in the direction of another point.
struct PlanarMesh::Ray {
  std::int64_t thrice_x, thrice_y, dx, dy;

  // Positive when q lies to the left.
  Int128 side(GridPoint q) const {
    return Int128{dx} * (3 * std::int64_t{q.y} - thrice_y) -
           Int128{dy} * (3 * std::int64_t{q.x} - thrice_x);
  }
};

PlanarMesh::Ray PlanarMesh::rayFrom(int t, GridPoint to) const {
  Ray ray{0, 0, 3 * std::int64_t{to.x}, 3 * std::int64_t{to.y}};
  for (int e = 3 * t; e < 3 * t + 3; ++e) {
    ray.thrice_x += pointOf(e).x;
    ray.thrice_y += pointOf(e).y;
  }
  ray.dx -= ray.thrice_x;
  ray.dy -= ray.thrice_y;
  return ray;
}

PlanarMesh::Location PlanarMesh::locate(GridPoint p, int start, Walls walls) const {
  const Ray ray = rayFrom(start, p);
  int t = start, entry = -1;
  while (true) {
    int exit = -1;
    for (int e = 3 * t; e < 3 * t + 3; ++e) {
      if (e == entry || !isBeyond(e, p)) continue;
      // Of two edges that p lies beyond, the ray leaves through the one whose ends it separates.
      if (exit < 0 || (ray.side(pointOf(e)) <= 0 && ray.side(points_[target(e)]) >= 0)) exit = e;
    }
    if (exit < 0) return placeIn(t, p);
    if (walls == Walls::stop && fixed_[exit]) return {Place::wall, exit};
    entry = twin_[exit];
    t = entry / 3;
  }
}

PlanarMesh::Location PlanarMesh::placeIn(int t, GridPoint p) const {
  for (int e = 3 * t; e < 3 * t + 3; ++e)
    if (pointOf(e) == p) return {Place::vertex, e};
  for (int e = 3 * t; e < 3 * t + 3; ++e)
    if (orientation(pointOf(e), points_[target(e)], p) == 0) return {Place::edge, e};
  return {Place::face, 3 * t};
}

int PlanarMesh::addPoint(GridPoint p) {
  points_.push_back(p);
  spoke_.push_back(-1);
  return vertices() - 1;
}

void PlanarMesh::link(int e, int f) {
  if (e >= 0) twin_[e] = f;
  if (f >= 0) twin_[f] = e;
}

void PlanarMesh::set(int e, int origin, bool fixed) {
  origin_[e] = origin;
  fixed_[e] = fixed;
  spoke_[origin] = e;
}

int PlanarMesh::addTriangle(bool inside) {
  const int first = halfEdges();
  origin_.resize(first + 3, -1);
  twin_.resize(first + 3, -1);
  fixed_.resize(first + 3, 0);
  inside_.push_back(inside);
  return first;
}

// (a, b, c) becomes (a, b, v), (b, c, v), (c, a, v).
void PlanarMesh::splitTriangle(int t, int v) {
  const int e = 3 * t;
  const int a = origin_[e], b = origin_[e + 1], c = origin_[e + 2];
  const int g = addTriangle(inside_[t]), h = addTriangle(inside_[t]);
  link(g, twin_[e + 1]);
  link(h, twin_[e + 2]);
  set(g, b, fixed_[e + 1]);
  set(h, c, fixed_[e + 2]);
  set(e, a, fixed_[e]);
  for (const auto& [inner, from] : {std::pair{e + 1, b}, {g + 1, c}, {h + 1, a}}) {
    set(inner, from, false);
    set(inner + 1, v, false);
  }
  link(e + 1, g + 2);
  link(g + 1, h + 2);
  link(h + 1, e + 2);
}

bool PlanarMesh::canSplitEdge(int e, GridPoint p) const {
  const auto isRoomy = [&](int side) {
    const GridPoint apex = pointOf(prev(side));
    return orientation(pointOf(side), p, apex) > 0 &&
           orientation(p, points_[target(side)], apex) > 0;
  };
  return isRoomy(e) && (twin_[e] < 0 || isRoomy(twin_[e]));
}

void PlanarMesh::splitEdge(int e, int v) {
  const int f = twin_[e];
  const int rest = splitSide(e, v);
  if (f < 0) return;
  link(e, splitSide(f, v));
  link(f, rest);
}

// (a, b, c), of which e is the half-edge from a to b, becomes (a, v, c) and (v, b, c); returns the
// half-edge from v to b.
int PlanarMesh::splitSide(int e, int v) {
  const int e1 = next(e), c = origin_[prev(e)];
  const int rest = addTriangle(inside_[e / 3]);
  link(rest + 1, twin_[e1]);
  set(rest + 1, origin_[e1], fixed_[e1]);
  set(rest + 2, c, false);
  set(rest, v, fixed_[e]);
  set(e1, v, false);
  link(e1, rest + 2);
  return rest;
}

bool PlanarMesh::isConvex(int e) const {
  const int f = twin_[e];
  const GridPoint a = pointOf(e), b = pointOf(f), c = pointOf(prev(e)), d = pointOf(prev(f));
  return orientation(a, d, c) > 0 && orientation(d, b, c) > 0;
}

// (a, b, c) and (b, a, d) become (d, b, c) and (c, a, d).
void PlanarMesh::flip(int e) {
  const int f = twin_[e];
  const int e1 = next(e), e2 = prev(e), f1 = next(f), f2 = prev(f);
  const int c = origin_[e2], d = origin_[f2];
  link(e, twin_[f2]);
  link(f, twin_[e2]);
  set(e, d, fixed_[f2]);
  set(f, c, fixed_[e2]);
  set(e2, c, false);
  set(f2, d, false);
  link(e2, f2);
  spoke_[origin_[e1]] = e1;
  spoke_[origin_[f1]] = f1;
}

bool PlanarMesh::isIllegal(int e) const {
  const int f = twin_[e];
  return f >= 0 && !fixed_[e] && circleHolds(e / 3, pointOf(prev(f)));
}

void PlanarMesh::legalizeAround(int v) {
  const int first = spoke_[v];
  int e = first;
  do {
    work_.push_back(next(e));
    e = turn(e);
  } while (e != first);
  // Each edge on the list faces v across its triangle, and so do the two that a flip uncovers.
  while (!work_.empty()) {
    e = work_.back();
    work_.pop_back();
    if (!isIllegal(e)) continue;
    const int f = twin_[e];
    flip(e);
    work_.push_back(e);
    work_.push_back(next(f));
  }
}

void PlanarMesh::legalize(std::vector<int>& edges) {
  while (!edges.empty()) {
    const int e = edges.back();
    edges.pop_back();
    if (!isIllegal(e)) continue;
    const int f = twin_[e];
    flip(e);
    edges.insert(edges.end(), {e, next(e), f, next(f)});
  }
}

void PlanarMesh::fix(int e) { fixed_[e] = fixed_[twin_[e]] = 1; }

void PlanarMesh::markInside() {
  enum : std::uint8_t { outside, inside, unknown };
  inside_.assign(triangles(), unknown);
  const auto border = std::ranges::find(twin_, -1);
  std::vector<int> open{static_cast<int>(border - twin_.begin()) / 3};
  inside_[open.back()] = outside;
  while (!open.empty()) {
    const int t = open.back();
    open.pop_back();
    for (int e = 3 * t; e < 3 * t + 3; ++e) {
      const int neighbour = twin_[e] / 3;
      if (twin_[e] < 0 || inside_[neighbour] != unknown) continue;
      inside_[neighbour] = inside_[t] ^ fixed_[e];
      open.push_back(neighbour);
    }
  }
}

void PlanarMesh::dropOutside() {
  PlanarMesh kept;
  kept.points_ = std::move(points_);
  std::vector<int> new_triangle(triangles(), -1);
  for (int t = 0, count = 0; t < triangles(); ++t)
    if (inside_[t]) new_triangle[t] = count++;
  kept.spoke_.assign(spoke_.size(), -1);
  for (int e = 0; e < halfEdges(); ++e) {
    if (!inside_[e / 3]) continue;
    if (e % 3 == 0) kept.addTriangle(true);
    const int moved = 3 * new_triangle[e / 3] + e % 3;
    kept.set(moved, origin_[e], fixed_[e]);
    const int across = twin_[e] < 0 ? -1 : new_triangle[twin_[e] / 3];
    kept.twin_[moved] = across < 0 ? -1 : 3 * across + twin_[e] % 3;
  }
  *this = std::move(kept);
}

}  // namespace vide::detail
