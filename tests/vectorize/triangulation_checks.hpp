// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "vide/vectorize/triangulate.hpp"

// What must hold for every triangulation, checked by other means than the triangulator's own.
namespace vide::test {

__extension__ using Wide = __int128;

inline Vec2 vertex(const TriMesh& mesh, int v) { return {mesh.V(v, 0), mesh.V(v, 1)}; }

inline double doubledArea(const std::vector<Vec2>& ring) {
  double area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i)
    area += cross(ring[i] - ring[0], ring[(i + 1) % ring.size()] - ring[0]);
  return area;
}

// All coordinates as integers: the power of two that makes them whole is found from their bits.
struct WholeCoordinates {
  std::vector<Wide> x, y;

  explicit WholeCoordinates(const TriMesh& mesh) {
    double scale = 1;
    const auto whole = [&](double c) { return std::floor(c * scale) == c * scale; };
    for (int v = 0; v < mesh.V.rows(); ++v)
      while (!whole(mesh.V(v, 0)) || !whole(mesh.V(v, 1))) scale *= 2;
    for (int v = 0; v < mesh.V.rows(); ++v) {
      x.push_back(static_cast<std::int64_t>((mesh.V(v, 0) - mesh.V(0, 0)) * scale));
      y.push_back(static_cast<std::int64_t>((mesh.V(v, 1) - mesh.V(0, 1)) * scale));
    }
  }
  Wide doubledArea(int a, int b, int c) const {
    return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
  }
  // Positive when d lies strictly inside the circle of (a, b, c), by the angle criterion: the
  // angles at c over ab and at d over ba add up to more than half a turn.
  bool circleHolds(int a, int b, int c, int d) const {
    const auto dot = [&](int o, int p, int q) {
      return (x[p] - x[o]) * (x[q] - x[o]) + (y[p] - y[o]) * (y[q] - y[o]);
    };
    const Wide sin_c = doubledArea(c, a, b), sin_d = doubledArea(d, b, a);
    return sin_c * dot(d, a, b) + dot(c, a, b) * sin_d < 0;
  }
};

// Directed edges with the vertex across, to be looked up.
using DirectedEdges = std::map<std::pair<int, int>, int>;

inline DirectedEdges edgesOf(const TriMesh& mesh) {
  DirectedEdges edges;
  int repeated = 0;
  for (int f = 0; f < mesh.F.rows(); ++f)
    for (int i = 0; i < 3; ++i) {
      const std::pair edge{mesh.F(f, i), mesh.F(f, (i + 1) % 3)};
      repeated += !edges.emplace(edge, mesh.F(f, (i + 2) % 3)).second;
    }
  CHECK(repeated == 0);
  return edges;
}

// The rings' chains are exactly the edges that have a triangle on one side only.
inline void checkBorder(const Triangulation& t, const DirectedEdges& edges) {
  std::set<std::pair<int, int>> chains;
  for (std::size_t r = 0; r + 1 < t.ring_start.size(); ++r) {
    const int first = t.ring_start[r], count = t.ring_start[r + 1] - first;
    for (int i = 0; i < count; ++i) chains.emplace(first + i, first + (i + 1) % count);
  }
  std::size_t border = 0, strays = 0;
  for (const auto& [edge, apex] : edges) {
    if (edges.count({edge.second, edge.first})) continue;
    ++border;
    strays += !chains.count(edge);
  }
  CHECK(strays == 0);
  CHECK(border == chains.size());
}

inline void checkTriangles(const Triangulation& t, const WholeCoordinates& whole) {
  std::vector<char> used(static_cast<std::size_t>(t.mesh.V.rows()), 0);
  bool exact = true, rounded = true;
  for (int f = 0; f < t.mesh.F.rows(); ++f) {
    const int a = t.mesh.F(f, 0), b = t.mesh.F(f, 1), c = t.mesh.F(f, 2);
    used[a] = used[b] = used[c] = 1;
    exact = exact && whole.doubledArea(a, b, c) > 0;
    const Vec2 p = vertex(t.mesh, a);
    rounded = rounded && cross(vertex(t.mesh, b) - p, vertex(t.mesh, c) - p) > 0;
  }
  CHECK(exact);
  CHECK(rounded);
  CHECK(std::ranges::count(used, 0) == 0);
}

inline void checkDelaunay(const DirectedEdges& edges, const WholeCoordinates& whole) {
  int faults = 0;
  for (const auto& [edge, apex] : edges) {
    const auto twin = edges.find({edge.second, edge.first});
    if (twin == edges.end()) continue;
    faults += whole.circleHolds(edge.first, edge.second, apex, twin->second);
  }
  CHECK(faults == 0);
}

inline bool isInside(const Outlines& outlines, Vec2 p) {
  bool inside = false;
  for (const Ring& ring : outlines.rings)
    for (std::size_t i = 0; i < ring.points.size(); ++i) {
      const Vec2 a = ring.points[i], b = ring.points[(i + 1) % ring.points.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
        inside = !inside;
    }
  return inside;
}

inline void checkAgainstOutlines(const Triangulation& t, const DirectedEdges& edges,
                                 const Outlines& outlines) {
  double mesh_area = 0, ring_area = 0, error = 0;
  int euler = 0, strays = 0;
  for (std::size_t r = 0; r < outlines.rings.size(); ++r) {
    if (t.ring_start[r] == t.ring_start[r + 1]) continue;
    const auto& points = outlines.rings[r].points;
    ring_area += doubledArea(points);
    euler += doubledArea(points) > 0 ? 1 : -1;
    for (std::size_t i = 0; i < points.size(); ++i)
      error += distance(points[i], points[(i + 1) % points.size()]);
  }
  Vec2 low{INFINITY, INFINITY}, high = -low;
  for (int v = 0; v < t.mesh.V.rows(); ++v) {
    const Vec2 p = vertex(t.mesh, v);
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  // Snapping may move the whole border by half a cell of the grid.
  error *= std::max(high.x - low.x, high.y - low.y) * 0x1p-28;
  for (int f = 0; f < t.mesh.F.rows(); ++f) {
    const Vec2 a = vertex(t.mesh, t.mesh.F(f, 0)), b = vertex(t.mesh, t.mesh.F(f, 1)),
               c = vertex(t.mesh, t.mesh.F(f, 2));
    mesh_area += cross(b - a, c - a);
    strays += !isInside(outlines, (a + b + c) / 3);
  }
  CHECK(std::abs(mesh_area - ring_area) <= error + 1e-9 * ring_area);
  CHECK(strays == 0);
  std::size_t undirected = 0;
  for (const auto& [edge, apex] : edges)
    undirected += edge.first < edge.second || !edges.count({edge.second, edge.first});
  CHECK(t.mesh.V.rows() - static_cast<int>(undirected) + t.mesh.F.rows() == euler);
}

// The chains pass through the input's points in order and stay on its edges.
inline void checkRings(const Triangulation& t, const Outlines& outlines, double tolerance) {
  REQUIRE(t.ring_start.size() == outlines.rings.size() + 1);
  for (std::size_t r = 0; r < outlines.rings.size(); ++r) {
    const auto& points = outlines.rings[r].points;
    std::size_t edge = 0;
    bool on_track = true;
    for (int v = t.ring_start[r]; v < t.ring_start[r + 1]; ++v) {
      const Vec2 p = vertex(t.mesh, v);
      while (edge + 1 < points.size() && distance(points[edge + 1], p) <= tolerance) ++edge;
      const Vec2 a = points[edge], along = points[(edge + 1) % points.size()] - a;
      on_track = on_track && std::abs(cross(p - a, along)) <= tolerance * length(along) &&
                 dot(p - a, along) >= -tolerance * length(along) &&
                 dot(p - a, along) <= squaredLength(along) + tolerance * length(along);
    }
    CHECK(on_track);
    CHECK((edge + 1 == points.size() || t.ring_start[r] == t.ring_start[r + 1]));
  }
}

inline std::size_t cornersOf(const Outlines& outlines) {
  std::size_t corners = 0;
  for (const Ring& ring : outlines.rings) corners += ring.points.size();
  return corners;
}

inline double degreesBetween(Vec2 a, Vec2 b) {
  return std::abs(std::atan2(cross(a, b), dot(a, b))) * 180 / 3.14159265358979323846;
}

inline double leastAngle(const TriMesh& mesh, int f) {
  double least = 180;
  for (int k = 0; k < 3; ++k) {
    const Vec2 p = vertex(mesh, mesh.F(f, k));
    least = std::min(least, degreesBetween(vertex(mesh, mesh.F(f, (k + 1) % 3)) - p,
                                           vertex(mesh, mesh.F(f, (k + 2) % 3)) - p));
  }
  return least;
}

// Each triangle that touches no sharper corner of the input has the angle.
inline void checkAngles(const Triangulation& t, const Outlines& outlines, double degrees) {
  struct Corner {
    Vec2 place;
    double tolerance;
  };
  std::vector<Corner> sharp;
  for (const Ring& ring : outlines.rings)
    for (std::size_t i = 0, n = ring.points.size(); i < n; ++i) {
      const Vec2 p = ring.points[i];
      const Vec2 to = ring.points[(i + 1) % n] - p, from = ring.points[(i + n - 1) % n] - p;
      if (cross(to, from) < 0 || degreesBetween(to, from) > degrees + 1e-6) continue;
      sharp.push_back({p, 1e-6 * std::min(length(to), length(from))});
    }
  int thin = 0;
  for (int f = 0; f < t.mesh.F.rows(); ++f) {
    if (leastAngle(t.mesh, f) >= degrees - 1e-9) continue;
    bool is_excused = false;
    for (int k = 0; k < 3; ++k)
      for (const auto& [p, tolerance] : sharp)
        is_excused = is_excused || distance(vertex(t.mesh, t.mesh.F(f, k)), p) < tolerance;
    thin += !is_excused;
  }
  CHECK(thin == 0);
}

inline double longestEdge(const TriMesh& mesh) {
  double longest = 0;
  for (const auto& [edge, apex] : edgesOf(mesh))
    longest = std::max(longest, distance(vertex(mesh, edge.first), vertex(mesh, edge.second)));
  return longest;
}

struct Evenness {
  double mean_edge = 0, mean_least_angle = 0;
};

// Over triangles that touch no outline.
inline Evenness evennessOf(const Triangulation& t) {
  Evenness evenness;
  int count = 0;
  for (int f = 0; f < t.mesh.F.rows(); ++f) {
    if (t.mesh.F.row(f).minCoeff() < t.ring_start.back()) continue;
    ++count;
    evenness.mean_least_angle += leastAngle(t.mesh, f);
    for (int k = 0; k < 3; ++k)
      evenness.mean_edge +=
          distance(vertex(t.mesh, t.mesh.F(f, k)), vertex(t.mesh, t.mesh.F(f, (k + 1) % 3))) / 3;
  }
  return {evenness.mean_edge / count, evenness.mean_least_angle / count};
}

inline void checkTriangulation(const Triangulation& t, const Outlines& outlines) {
  const WholeCoordinates whole(t.mesh);
  const DirectedEdges edges = edgesOf(t.mesh);
  checkTriangles(t, whole);
  checkBorder(t, edges);
  checkDelaunay(edges, whole);
  checkRings(t, outlines, 1e-5);
  checkAgainstOutlines(t, edges, outlines);
}

}  // namespace vide::test
