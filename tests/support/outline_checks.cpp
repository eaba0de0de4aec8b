// SPDX-License-Identifier: MIT
#include "tests/support/outline_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vide::test {
namespace {

struct Edge {
  Vec2 a, b;
  std::size_t ring, index, ring_size;
};

std::vector<Edge> edgesOf(const Outlines& outlines) {
  std::vector<Edge> edges;
  for (std::size_t r = 0; r < outlines.rings.size(); ++r) {
    const auto& points = outlines.rings[r].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      edges.push_back({points[i], points[(i + 1) % points.size()], r, i, points.size()});
    }
  }
  return edges;
}

int sign(double x) { return (x > 0) - (x < 0); }

bool onEdge(Vec2 p, Vec2 a, Vec2 b) { return cross(b - a, p - a) == 0 && dot(p - a, p - b) <= 0; }

bool meet(const Edge& e, const Edge& f) {
  if (std::max(e.a.x, e.b.x) < std::min(f.a.x, f.b.x)) return false;
  if (std::max(f.a.x, f.b.x) < std::min(e.a.x, e.b.x)) return false;
  if (std::max(e.a.y, e.b.y) < std::min(f.a.y, f.b.y)) return false;
  if (std::max(f.a.y, f.b.y) < std::min(e.a.y, e.b.y)) return false;
  if (onEdge(e.a, f.a, f.b) || onEdge(e.b, f.a, f.b) || onEdge(f.a, e.a, e.b) ||
      onEdge(f.b, e.a, e.b)) {
    return true;
  }
  const auto turn = [](Vec2 a, Vec2 b, Vec2 c) { return sign(cross(b - a, c - a)); };
  return turn(e.a, e.b, f.a) * turn(e.a, e.b, f.b) < 0 &&
         turn(f.a, f.b, e.a) * turn(f.a, f.b, e.b) < 0;
}

// Neighbours share one end; they must not fold back over one another.
bool foldsBack(const Edge& e, const Edge& next) {
  return cross(e.b - e.a, next.b - next.a) == 0 && dot(e.b - e.a, next.b - next.a) <= 0;
}

// Whether the edge crosses the line from p to the right.
bool crossesRightOf(Vec2 p, Vec2 a, Vec2 b) {
  return (a.y > p.y) != (b.y > p.y) && (cross(b - a, p - a) > 0) == (b.y > a.y);
}

// `edges` are at least those that the line through p along x meets.
int sideOf(const std::vector<Edge>& edges, Vec2 p) {
  bool inside = false;
  for (const Edge& e : edges) {
    if (onEdge(p, e.a, e.b)) return 0;
    if (crossesRightOf(p, e.a, e.b)) inside = !inside;
  }
  return inside ? 1 : -1;
}

double doubleArea(const Ring& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.points.size(); ++i) {
    sum += cross(ring.points[i], ring.points[(i + 1) % ring.points.size()]);
  }
  return sum;
}

double distanceToEdge(Vec2 p, const Edge& e) {
  const Vec2 along = e.b - e.a;
  const double t = std::clamp(dot(p - e.a, along) / squaredLength(along), 0.0, 1.0);
  return distance(p, e.a + along * t);
}

// Counts connected groups in a picture with one empty pixel added all round.
int countGroups(const Coverage& coverage, bool inside, bool corners) {
  const int width = coverage.width + 2, height = coverage.height + 2;
  const auto belongs = [&](int c, int r) {
    const bool within = c > 0 && r > 0 && c < width - 1 && r < height - 1;
    return (within && coverage.inside(c - 1, r - 1)) == inside;
  };
  std::vector<char> seen(std::size_t(width * height));
  std::vector<int> open;
  int groups = 0;
  for (int start = 0; start < width * height; ++start) {
    if (seen[start] || !belongs(start % width, start / width)) continue;
    ++groups;
    seen[start] = 1;
    open.push_back(start);
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          const int c = at % width + dc, r = at / width + dr;
          if (!corners && dc != 0 && dr != 0) continue;
          if (c < 0 || r < 0 || c >= width || r >= height) continue;
          if (seen[r * width + c] || !belongs(c, r)) continue;
          seen[r * width + c] = 1;
          open.push_back(r * width + c);
        }
      }
    }
  }
  return groups;
}

}  // namespace

Topology topologyOf(const Coverage& coverage) {
  return {countGroups(coverage, true, false), countGroups(coverage, false, true) - 1};
}

Topology topologyOf(const Outlines& outlines) {
  Topology topology;
  for (const Ring& ring : outlines.rings) ++(ring.hole ? topology.holes : topology.islands);
  return topology;
}

bool simpleAndApart(const Outlines& outlines) {
  std::vector<Edge> edges = edgesOf(outlines);
  std::ranges::sort(edges, {}, [](const Edge& e) { return std::min(e.a.x, e.b.x); });
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& e = edges[i];
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      const Edge& f = edges[j];
      if (std::min(f.a.x, f.b.x) > std::max(e.a.x, e.b.x)) break;
      const bool follows = e.ring == f.ring && (e.index + 1) % e.ring_size == f.index;
      const bool leads = e.ring == f.ring && (f.index + 1) % f.ring_size == e.index;
      if (follows || leads ? foldsBack(follows ? e : f, follows ? f : e) : meet(e, f)) return false;
    }
  }
  return true;
}

bool wellNested(const Outlines& outlines) {
  for (std::size_t i = 0; i < outlines.rings.size(); ++i) {
    const Ring& ring = outlines.rings[i];
    if ((doubleArea(ring) < 0) != ring.hole || ring.parent >= int(i)) return false;
    if (ring.parent >= 0 && outlines.rings[ring.parent].hole == ring.hole) return false;
    if (ring.parent < 0 && ring.hole) return false;
    int ancestors = 0;
    for (int up = ring.parent; up >= 0; up = outlines.rings[up].parent) ++ancestors;
    int around = 0;
    for (std::size_t j = 0; j < outlines.rings.size(); ++j) {
      if (j == i) continue;
      const bool contains = sideOf(Outlines{{outlines.rings[j]}}, ring.points[0]) > 0;
      around += contains;
      if (int(j) == ring.parent && !contains) return false;
    }
    if (around != ancestors) return false;
  }
  return true;
}

int sideOf(const Outlines& outlines, Vec2 p) {
  bool inside = false;
  for (const Ring& ring : outlines.rings) {
    Vec2 a = ring.points.back();
    for (const Vec2 b : ring.points) {
      if (onEdge(p, a, b)) return 0;
      if (crossesRightOf(p, a, b)) inside = !inside;
      a = b;
    }
  }
  return inside ? 1 : -1;
}

double areaOf(const Outlines& outlines) {
  double twice = 0;
  for (const Ring& ring : outlines.rings) twice += doubleArea(ring);
  return twice / 2;
}

int lostPixels(const Outlines& outlines, const Coverage& coverage) {
  const std::vector<Edge> edges = edgesOf(outlines);
  int lost = 0;
  for (int row = 0; row < coverage.height; ++row) {
    const double y = coverage.height - row - 0.5;
    std::vector<Edge> crossing;
    for (const Edge& e : edges) {
      if (std::min(e.a.y, e.b.y) <= y && std::max(e.a.y, e.b.y) >= y) crossing.push_back(e);
    }
    for (int column = 0; column < coverage.width; ++column) {
      if (coverage.inside(column, row) && sideOf(crossing, {column + 0.5, y}) < 0) ++lost;
    }
  }
  return lost;
}

double distanceFrom(const Outlines& points, const Outlines& edges) {
  double worst = 0;
  for (std::size_t r = 0; r < points.rings.size(); ++r) {
    const std::vector<Edge> ring = edgesOf(Outlines{{edges.rings[r]}});
    for (const Vec2 p : points.rings[r].points) {
      double nearest = 1e300;
      for (const Edge& e : ring) nearest = std::min(nearest, distanceToEdge(p, e));
      worst = std::max(worst, nearest);
    }
  }
  return worst;
}

}  // namespace vide::test
