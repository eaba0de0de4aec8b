// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/smooth.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vide::detail {
namespace {

// Whatever keeps angles above 37 degrees may move freely.
constexpr double wide_enough_cos = 0.8;

struct Star {
  double worst_cos = -1;  // of the smallest angle of all triangles
  double squared_longest = 0;
  bool is_valid = true;
};

class Smoother {
 public:
  Smoother(OutlineMesh& outline, const SizeField& size)
      : outline_(outline), mesh_(outline.planar()), size_(size) {}

  void pass(int first_vertex) {
    for (int v = first_vertex; v < mesh_.vertices(); ++v)
      if (!outline_.isOnOutline(v)) improve(v);
    std::vector<int> edges;
    for (int e = 0; e < mesh_.halfEdges(); ++e)
      if (mesh_.isInside(e / 3)) edges.push_back(e);
    mesh_.legalize(edges);
  }

 private:
  void improve(int v) {
    collectRim(v);
    const Vec2 here = toVec(mesh_.point(v));
    Vec2 sum;
    for (const GridPoint p : rim_) sum += toVec(p) - here;
    const Vec2 there = here + sum / static_cast<double>(rim_.size());
    const GridPoint target = roundToGrid(there);
    const Star before = starAt(mesh_.point(v)), after = starAt(target);
    const double size = size_.at(there);
    if (after.is_valid && after.worst_cos <= std::max(before.worst_cos, wide_enough_cos) &&
        after.squared_longest <= std::max(before.squared_longest, size * size))
      mesh_.movePoint(v, target);
  }

  void collectRim(int v) {
    rim_.clear();
    const int first = mesh_.spoke(v);
    int e = first;
    do {
      rim_.push_back(mesh_.point(mesh_.target(e)));
      e = mesh_.turn(e);
    } while (e != first);
  }

  // The triangles between `center` and the rim.
  Star starAt(GridPoint center) const {
    Star star;
    GridPoint last = rim_.back();
    auto b = static_cast<double>(squaredDistance(center, last));
    for (const GridPoint next : rim_) {
      star.is_valid = star.is_valid && orientation(center, last, next) > 0;
      const auto c = static_cast<double>(squaredDistance(center, next));
      const auto a = static_cast<double>(squaredDistance(last, next));
      star.worst_cos = std::max(star.worst_cos, smallestCos(a, b, c));
      star.squared_longest = std::max(star.squared_longest, c);
      last = next;
      b = c;
    }
    return star;
  }

  // The cosine of the smallest angle, from squared edge lengths.
  static double smallestCos(double a, double b, double c) {
    if (b < a && b < c) std::swap(a, b);
    if (c < a && c < b) std::swap(a, c);
    return (b + c - a) / (2 * std::sqrt(b) * std::sqrt(c));
  }

  OutlineMesh& outline_;
  PlanarMesh& mesh_;
  const SizeField& size_;
  std::vector<GridPoint> rim_;
};

}  // namespace

void smooth(OutlineMesh& mesh, const SizeField& size, int passes) {
  int first = 0;
  while (first < mesh.planar().vertices() && mesh.isOnOutline(first)) ++first;
  Smoother smoother(mesh, size);
  for (int i = 0; i < passes; ++i) smoother.pass(first + 4);
}

}  // namespace vide::detail
