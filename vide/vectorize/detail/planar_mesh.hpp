// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/mesh/exact_predicates.hpp"

namespace vide::detail {

// A triangulation that can be edited. Triangle t owns the half-edges 3t, 3t + 1 and 3t + 2,
// counter-clockwise; every half-edge knows the vertex it starts at and its twin in the neighbour
// triangle. All edits keep every triangle's area positive as long as their stated conditions hold.
class PlanarMesh {
 public:
  // Two triangles over the square of the last four `points`, counter-clockwise, which must enclose
  // all others. The others wait to be inserted.
  explicit PlanarMesh(std::vector<GridPoint> points);

  static int next(int e) { return e % 3 == 2 ? e - 2 : e + 1; }
  static int prev(int e) { return e % 3 == 0 ? e + 2 : e - 1; }

  int triangles() const { return static_cast<int>(origin_.size() / 3); }
  int halfEdges() const { return static_cast<int>(origin_.size()); }
  int vertices() const { return static_cast<int>(points_.size()); }
  GridPoint point(int v) const { return points_[v]; }
  int origin(int e) const { return origin_[e]; }
  int target(int e) const { return origin_[next(e)]; }
  int apex(int e) const { return origin_[prev(e)]; }
  int twin(int e) const { return twin_[e]; }       // -1 at the border
  bool isFixed(int e) const { return fixed_[e]; }  // part of an outline
  bool isInside(int t) const { return inside_[t]; }
  // Some half-edge that starts at the vertex; -1 while it waits.
  int spoke(int v) const { return spoke_[v]; }
  // The next half-edge out of the same vertex, counter-clockwise and round again.
  int turn(int e) const;
  // The half-edge from a to b, or -1.
  int findEdge(int a, int b) const;

  GridPoint pointOf(int e) const { return points_[origin_[e]]; }
  // Whether `p` lies strictly inside the circle around the triangle.
  bool circleHolds(int t, GridPoint p) const {
    return inCircle(pointOf(3 * t), pointOf(3 * t + 1), pointOf(3 * t + 2), p) > 0;
  }

  enum class Place { face, edge, vertex, wall };
  struct Location {
    Place place;
    int half_edge;  // of the triangle; the edge or wall hit; the half-edge that starts at the
                    // vertex
  };
  enum class Walls { ignore, stop };
  // Walks in a straight line from the middle of triangle `start` to `p`, which must lie in the
  // square.
  Location locate(GridPoint p, int start, Walls walls = Walls::ignore) const;

  int addPoint(GridPoint p);
  void movePoint(int v, GridPoint p) { points_[v] = p; }
  // Puts waiting vertex v into triangle t, in which it lies.
  void splitTriangle(int t, int v);
  // Puts waiting vertex v onto an edge. It must lie on the edge or so near that all new triangles
  // have positive area (see canSplitEdge). Halves of a fixed edge are fixed.
  void splitEdge(int e, int v);
  bool canSplitEdge(int e, GridPoint p) const;
  // Replaces an edge by the other diagonal of its quadrilateral, which must be strictly convex.
  void flip(int e);
  bool isConvex(int e) const;
  // Flips until the edges around v, and whatever their flips touch, are locally Delaunay again.
  void legalizeAround(int v);
  // The same from any set of half-edges; empties the list.
  void legalize(std::vector<int>& edges);

  void fix(int e);
  // Marks the triangles that an odd number of fixed edges separates from the square's border.
  void markInside();
  // Removes all other triangles; the outline's half-edges then have no twin.
  void dropOutside();

 private:
  PlanarMesh() = default;
  struct Ray;
  Ray rayFrom(int t, GridPoint to) const;
  void link(int e, int f);
  bool isIllegal(int e) const;
  void set(int e, int origin, bool fixed);
  int addTriangle(bool inside);
  int splitSide(int e, int v);
  bool isBeyond(int e, GridPoint p) const {
    return orientation(pointOf(e), points_[target(e)], p) < 0;
  }
  Location placeIn(int t, GridPoint p) const;

  std::vector<GridPoint> points_;
  std::vector<int> spoke_;
  std::vector<int> origin_, twin_;
  std::vector<std::uint8_t> fixed_, inside_;
  std::vector<int> work_;
};

}  // namespace vide::detail
