// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/constrained_delaunay.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <optional>
#include <utility>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

using Edge = std::pair<int, int>;

// Position along a Hilbert curve through the grid.
std::uint64_t hilbertIndex(GridPoint p) {
  auto x = static_cast<std::uint32_t>(p.x), y = static_cast<std::uint32_t>(p.y);
  std::uint64_t index = 0;
  for (std::uint32_t side = grid_extent / 2; side > 0; side /= 2) {
    const std::uint32_t rx = (x & side) != 0, ry = (y & side) != 0;
    index = index * 4 + ((3 * rx) ^ ry);
    if (ry == 0) {
      if (rx == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return index;
}

// How many of the rounds, each half as full as the next, a point sits out; spread evenly by
// scrambling its index (the finalizer of splitmix64).
int roundOf(std::uint64_t index) {
  index = (index ^ (index >> 30)) * 0xbf58476d1ce4e5b9u;
  index = (index ^ (index >> 27)) * 0x94d049bb133111ebu;
  return std::min(std::countr_zero(index ^ (index >> 31)), 15);
}

// Biased randomised order: a few scattered points first, each round along the curve. The curve
// keeps walks short and the rounds keep flips few, whatever the points' order.
std::vector<int> insertionOrder(const std::vector<GridPoint>& points) {
  std::vector<std::pair<std::uint64_t, int>> keys(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto late = static_cast<std::uint64_t>(15 - roundOf(i + 1));
    keys[i] = {late << 60 | hilbertIndex(points[i]), static_cast<int>(i)};
  }
  std::ranges::sort(keys);
  std::vector<int> order(points.size());
  std::ranges::transform(keys, order.begin(), &std::pair<std::uint64_t, int>::second);
  return order;
}

std::vector<GridPoint> withCorners(std::vector<GridPoint> points) {
  constexpr std::int32_t low = -grid_margin, high = grid_extent + grid_margin;
  points.insert(points.end(), {{low, low}, {high, low}, {high, high}, {low, high}});
  return points;
}

class Builder {
 public:
  explicit Builder(const SnappedOutlines& outlines)
      : outlines_(outlines), mesh_(withCorners(outlines.points)) {}

  Result<PlanarMesh> build() {
    int start = 0;
    for (const int v : insertionOrder(outlines_.points)) {
      if (const auto twice = insertPoint(v, start)) return touching(v, *twice);
      start = mesh_.spoke(v) / 3;
    }
    for (int v = 0; v < static_cast<int>(outlines_.points.size()); ++v) {
      const auto inserted = insertSegment(v, outlines_.next[v]);
      if (!inserted) return std::unexpected(inserted.error());
    }
    mesh_.markInside();
    return std::move(mesh_);
  }

 private:
  std::unexpected<Error> touching(int a, int b) const {
    return fail(ErrorCode::invalid_argument,
                text("rings touch: ", outlines_.describe(std::min(a, b)), " and ",
                     outlines_.describe(std::max(a, b)),
                     " fall on one place; keep rings and their parts apart"));
  }
  std::unexpected<Error> crossing(Edge a, Edge b) const {
    return fail(ErrorCode::invalid_argument,
                text("rings cross: the edge after ", outlines_.describe(edgeStart(a)),
                     " meets the edge after ", outlines_.describe(edgeStart(b)),
                     "; rings must be simple and disjoint"));
  }
  int edgeStart(Edge e) const { return outlines_.next[e.first] == e.second ? e.first : e.second; }

  // Another vertex at the same place, if there is one; then nothing is inserted.
  std::optional<int> insertPoint(int v, int start) {
    const auto [place, e] = mesh_.locate(mesh_.point(v), start);
    if (place == PlanarMesh::Place::vertex) return mesh_.origin(e);
    if (place == PlanarMesh::Place::edge)
      mesh_.splitEdge(e, v);
    else
      mesh_.splitTriangle(e / 3, v);
    mesh_.legalizeAround(v);
    return std::nullopt;
  }

  // Sloan's way: flip what the segment crosses until nothing does, then flip back what is not
  // Delaunay.
  Result<void> insertSegment(int a, int b) {
    int e = mesh_.findEdge(a, b);
    if (e < 0) {
      auto crossed = edgesAcross(a, b);
      if (!crossed) return std::unexpected(crossed.error());
      clearTheWay(a, b, std::move(*crossed));
      e = mesh_.findEdge(a, b);
    }
    mesh_.fix(e);
    for (const auto& [u, w] : made_)
      if (const int diagonal = mesh_.findEdge(u, w); diagonal >= 0) work_.push_back(diagonal);
    made_.clear();
    mesh_.legalize(work_);
    return {};
  }

  std::int64_t side(int a, int b, int v) const {
    return orientation(mesh_.point(a), mesh_.point(b), mesh_.point(v));
  }

  // The edge across which the segment leaves a's triangles, from its right to its left; or, where
  // the segment runs into a vertex, a spoke to that vertex.
  int firstAcross(int a, int b) const {
    int e = mesh_.spoke(a);
    while (true) {
      const int right = mesh_.target(e);
      const std::int64_t right_side = side(a, b, right);
      if (right_side == 0 && dotAt(mesh_.point(a), mesh_.point(b), mesh_.point(right)) > 0)
        return e;
      if (right_side < 0 && side(a, b, mesh_.apex(e)) > 0) return PlanarMesh::next(e);
      e = mesh_.turn(e);
    }
  }

  Result<std::deque<Edge>> edgesAcross(int a, int b) const {
    std::deque<Edge> crossed;
    int e = firstAcross(a, b);
    if (mesh_.origin(e) == a) return onSegment(a, b, mesh_.target(e));
    while (true) {
      crossed.emplace_back(mesh_.origin(e), mesh_.target(e));
      if (mesh_.isFixed(e)) return crossing({a, b}, crossed.back());
      const int f = mesh_.twin(e);
      const int far = mesh_.apex(f);
      if (far == b) return crossed;
      const std::int64_t far_side = side(a, b, far);
      if (far_side == 0) return onSegment(a, b, far);
      e = far_side > 0 ? PlanarMesh::next(f) : PlanarMesh::prev(f);
    }
  }

  std::unexpected<Error> onSegment(int a, int b, int v) const {
    return fail(ErrorCode::invalid_argument,
                text("rings touch: ", outlines_.describe(v), " lies on the edge after ",
                     outlines_.describe(edgeStart({a, b})), "; keep rings and their parts apart"));
  }

  void clearTheWay(int a, int b, std::deque<Edge> crossed) {
    while (!crossed.empty()) {
      const auto [u, w] = crossed.front();
      crossed.pop_front();
      const int e = mesh_.findEdge(u, w);
      if (!mesh_.isConvex(e)) {
        crossed.emplace_back(u, w);
        continue;
      }
      const Edge diagonal{mesh_.apex(e), mesh_.apex(mesh_.twin(e))};
      mesh_.flip(e);
      const bool touches_ends = diagonal.first == a || diagonal.first == b ||
                                diagonal.second == a || diagonal.second == b;
      const bool crosses =
          !touches_ends && (side(a, b, diagonal.first) > 0) != (side(a, b, diagonal.second) > 0);
      (crosses ? crossed : made_).push_back(diagonal);
    }
  }

  const SnappedOutlines& outlines_;
  PlanarMesh mesh_;
  std::deque<Edge> made_;
  std::vector<int> work_;
};

}  // namespace

Result<PlanarMesh> constrainedDelaunay(const SnappedOutlines& outlines) {
  return Builder(outlines).build();
}

}  // namespace vide::detail
