// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/refine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/vectorize/detail/cavity.hpp"

namespace vide::detail {
namespace {

using Place = PlanarMesh::Place;

// Triangles with an edge shorter than this many cells are left alone, and so are thin ones of less
// height: better ones there would have shorter edges.
constexpr double shortest_refined = 32;
// An outline edge is divided rather than seen under a wider angle than the one with this cosine,
// 120 degrees; 140 would do for a minimum of 20 degrees, and a minimum of 30 needs this.
constexpr double encroaching_cos = -0.5;
// Edges longer than wanted by no more than this factor are halved. A point in the middle of an
// edge makes no longer edge than it removes, so such repairs do not spread.
constexpr double slightly_long = 1.3;

// A triangle's half-edges by length.
struct Shape {
  int shortest = -1, longest = -1;
  double squared_shortest = 0, squared_longest = 0, cos_smallest = 0;

  Shape(const PlanarMesh& mesh, int t) {
    std::array<double, 3> squared;
    int i = 0;
    for (int k = 0; k < 3; ++k) {
      const int e = 3 * t + k;
      squared[k] =
          static_cast<double>(squaredDistance(mesh.pointOf(e), mesh.point(mesh.target(e))));
      if (squared[k] < squared[i]) i = k;
    }
    const double l1 = squared[(i + 1) % 3], l2 = squared[(i + 2) % 3];
    shortest = 3 * t + i;
    squared_shortest = squared[i];
    longest = 3 * t + (l1 > l2 ? i + 1 : i + 2) % 3;
    squared_longest = std::max(l1, l2);
    cos_smallest = (l1 + l2 - squared[i]) / (2 * std::sqrt(l1) * std::sqrt(l2));
  }
};

bool isThin(const OutlineMesh& mesh, int t, double cos_min_angle) {
  for (int e = 3 * t; e < 3 * t + 3; ++e)
    if (mesh.isSharp(mesh.planar().origin(e))) return false;
  return Shape(mesh.planar(), t).cos_smallest > cos_min_angle;
}

class Refiner {
 public:
  Refiner(OutlineMesh& mesh, const RefineGoals& goals)
      : outline_(mesh),
        mesh_(mesh.planar()),
        goals_(goals),
        cos_min_angle_(math::cos(math::radians(goals.min_angle_deg))),
        // From Ungor's rule: a triangle of this height over its base has the least angle at its
        // tip, with a little to spare.
        off_centre_(0.475 / std::sqrt((1 - cos_min_angle_) / (1 + cos_min_angle_))),
        cavity_(mesh_) {}

  bool run(const Progress& progress) {
    std::size_t before;
    do {
      before = outline_.vertexCount();
      for (int t = 0; t < mesh_.triangles(); ++t) enqueue(t);
      int steps = 0;
      while (!queue_.empty()) {
        if (++steps % 256 == 0 && progress.cancelled()) return false;
        const Entry entry = queue_.top();
        queue_.pop();
        if (!isCurrent(entry)) continue;
        if (outline_.vertexCount() >= goals_.most_vertices) return false;
        improve(entry.triangle);
      }
      // Points beside a slanted outline edge may change triangles that they do not touch.
    } while (outline_.vertexCount() > before);
    return true;
  }

 private:
  // The largest comes first: where vertices run out, the smallest details go without.
  struct Entry {
    double squared_shortest;
    int triangle;
    std::array<int, 3> corners;
    bool operator<(const Entry& other) const {
      return squared_shortest != other.squared_shortest ? squared_shortest < other.squared_shortest
                                                        : triangle > other.triangle;
    }
  };

  std::array<int, 3> cornersOf(int t) const {
    return {mesh_.origin(3 * t), mesh_.origin(3 * t + 1), mesh_.origin(3 * t + 2)};
  }
  bool isCurrent(const Entry& entry) const { return cornersOf(entry.triangle) == entry.corners; }

  Vec2 middleOf(int t) const {
    const auto [a, b, c] = cornersOf(t);
    return (toVec(mesh_.point(a)) + toVec(mesh_.point(b)) + toVec(mesh_.point(c))) / 3;
  }
  void enqueue(int t) {
    if (!mesh_.isInside(t)) return;
    const Shape shape(mesh_, t);
    if (shape.squared_shortest < shortest_refined * shortest_refined) return;
    const double doubled_area = static_cast<double>(
        orientation(mesh_.pointOf(3 * t), mesh_.pointOf(3 * t + 1), mesh_.pointOf(3 * t + 2)));
    const bool is_mendable = doubled_area > shortest_refined * std::sqrt(shape.squared_longest);
    const double longest_allowed = goals_.stretch * goals_.size.at(middleOf(t));
    if (shape.squared_longest > longest_allowed * longest_allowed ||
        (is_mendable && isThin(outline_, t, cos_min_angle_)))
      queue_.push({shape.squared_shortest, t, cornersOf(t)});
  }
  void enqueueAround(int v) {
    const int first = mesh_.spoke(v);
    int e = first;
    do {
      enqueue(e / 3);
      e = mesh_.turn(e);
    } while (e != first);
  }

  // Over the shortest edge, towards the centre of the circle around the triangle, but no further
  // than a good triangle over that edge reaches.
  GridPoint pointOver(const Shape& shape, double size) const {
    const Vec2 a = toVec(mesh_.pointOf(shape.shortest));
    const Vec2 ab = toVec(mesh_.point(mesh_.target(shape.shortest))) - a;
    const Vec2 ac = toVec(mesh_.point(mesh_.apex(shape.shortest))) - a;
    // Heights are measured in lengths of the edge.
    const double centre = dot(ac, ac - ab) / (2 * cross(ab, ac));
    double height = std::min(centre, off_centre_);
    if (std::isfinite(size)) {
      const double side = std::max(SizeField::aim * size / std::sqrt(shape.squared_shortest), 0.8);
      height = std::min(height, std::sqrt(side * side - 0.25));
    }
    return withinGrid(a + ab * 0.5, Vec2{-ab.y, ab.x} * height);
  }

  static GridPoint withinGrid(Vec2 from, Vec2 step) {
    double share = 1;
    const auto keep = [&](double start, double by) {
      if (start + by > grid_extent) share = std::min(share, (grid_extent - start) / by);
      if (start + by < 0) share = std::min(share, -start / by);
    };
    keep(from.x, step.x);
    keep(from.y, step.y);
    return roundToGrid(from + step * share);
  }

  void improve(int t) {
    const Shape shape(mesh_, t);
    const double size = goals_.size.at(middleOf(t));
    const double halved_up_to = slightly_long * size;
    if (shape.squared_longest < halved_up_to * halved_up_to && !isThin(outline_, t, cos_min_angle_))
      halve(t, shape.longest);
    else
      insertOrDivide(t, pointOver(shape, size));
  }

  void halve(int t, int e) {
    if (mesh_.isFixed(e))
      divideWall(t, e);
    else
      insertOrDivide(
          t, roundToGrid((toVec(mesh_.pointOf(e)) + toVec(mesh_.point(mesh_.target(e)))) / 2));
  }

  // Inserts p, or divides the outline edge that hides it from the triangle or is too near to it.
  void insertOrDivide(int t, GridPoint p) {
    const auto where = mesh_.locate(p, t, PlanarMesh::Walls::stop);
    if (where.place == Place::vertex) return;
    const bool at_wall = where.place == Place::wall ||
                         (where.place == Place::edge && mesh_.isFixed(where.half_edge));
    const int wall = at_wall ? where.half_edge : encroached(p, where);
    if (wall < 0)
      enqueueAround(outline_.insert(p, where));
    else
      divideWall(t, wall);
  }

  void divideWall(int t, int wall) {
    const auto corners = cornersOf(t);
    const int v = splitWall(wall);
    if (v < 0) return;
    enqueueAround(v);
    if (cornersOf(t) == corners) enqueue(t);
  }

  bool isLocked(int e) const {
    return outline_.isSharp(mesh_.origin(e)) || outline_.isSharp(mesh_.target(e));
  }

  // An outline edge that sees p under so wide an angle that the two would make a thin triangle; -1
  // if there is none.
  int encroached(GridPoint p, const PlanarMesh::Location& where) {
    int found = -1;
    cavity_.visitBorder(p, where, [&](int e) {
      if (!mesh_.isFixed(e) || isLocked(e)) return;
      const GridPoint a = mesh_.pointOf(e), b = mesh_.point(mesh_.target(e));
      const double dot = static_cast<double>(dotAt(p, a, b));
      const double legs =
          static_cast<double>(squaredDistance(p, a)) * static_cast<double>(squaredDistance(p, b));
      if (dot < 0 && dot * dot > encroaching_cos * encroaching_cos * legs) found = e;
    });
    return found;
  }

  int splitWall(int e) {
    if (isLocked(e)) return -1;
    const bool from_corner = outline_.isAcute(mesh_.origin(e));
    const bool to_corner = outline_.isAcute(mesh_.target(e));
    if (from_corner == to_corner) return outline_.splitOutline(e, 0.5, OutlineMesh::Place::loose);
    // Distances from an acute corner are powers of two, the same on both of its edges.
    const double length = std::sqrt(
        static_cast<double>(squaredDistance(mesh_.pointOf(e), mesh_.point(mesh_.target(e)))));
    int exponent = 0;
    std::frexp(length * (2.0 / 3), &exponent);
    const double share = std::ldexp(1.0, exponent - 1) / length;
    return outline_.splitOutline(e, from_corner ? share : 1 - share, OutlineMesh::Place::close);
  }

  OutlineMesh& outline_;
  const PlanarMesh& mesh_;
  const RefineGoals& goals_;
  const double cos_min_angle_;
  const double off_centre_;
  std::priority_queue<Entry> queue_;
  Cavity cavity_;
};

}  // namespace

std::size_t countThinTriangles(const OutlineMesh& mesh, double min_angle_deg) {
  const double cos_min_angle = math::cos(math::radians(min_angle_deg));
  std::size_t count = 0;
  for (int t = 0; t < mesh.planar().triangles(); ++t)
    count += mesh.planar().isInside(t) && isThin(mesh, t, cos_min_angle);
  return count;
}

bool refine(OutlineMesh& mesh, const RefineGoals& goals, const Progress& progress) {
  return Refiner(mesh, goals).run(progress);
}

}  // namespace vide::detail
