// SPDX-License-Identifier: MIT
#include "vide/mesh/surface_locator.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"

namespace vide {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int most_in_leaf = 4;

struct Box {
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

  void include(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  double squaredDistance(Vec3 p) const {
    const auto outside = [](double at, double from, double to) {
      return std::max({from - at, at - to, 0.0});
    };
    return squaredLength(Vec3{outside(p.x, low.x, high.x), outside(p.y, low.y, high.y),
                              outside(p.z, low.z, high.z)});
  }
};

double along(Vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

// Whether the segment from `from` along `way` meets the box (slab test).
bool meets(const Box& box, Vec3 from, Vec3 way) {
  double enter = 0, leave = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double start = along(from, axis), step = along(way, axis);
    const double low = along(box.low, axis), high = along(box.high, axis);
    if (step == 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const double a = (low - start) / step, b = (high - start) / step;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

struct Corners {
  std::array<Vec3, 3> at;
};

using Shares = std::array<double, 3>;

// The shares of the point of the triangle's plane below p; false where the triangle has no plane or
// that point is outside.
bool sharesInside(const Corners& t, Vec3 p, Shares& shares) {
  const Vec3 u = t.at[1] - t.at[0], v = t.at[2] - t.at[0], q = p - t.at[0];
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v);
  const double area = uu * vv - uv * uv;
  if (!(area > 1e-20 * uu * vv)) return false;
  const double qu = dot(q, u), qv = dot(q, v);
  const double b = (vv * qu - uv * qv) / area, c = (uu * qv - uv * qu) / area;
  shares = {1 - b - c, b, c};
  return std::min({shares[0], b, c}) >= 0;
}

Vec3 mix(const Corners& t, const Shares& shares) {
  return t.at[0] * shares[0] + t.at[1] * shares[1] + t.at[2] * shares[2];
}

Shares nearestOnSides(const Corners& t, Vec3 p) {
  Shares best{1, 0, 0};
  double least = infinity;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 a = t.at[k], side = t.at[(k + 1) % 3] - a;
    const double squared = squaredLength(side);
    const double s = squared > 0 ? std::clamp(dot(p - a, side) / squared, 0.0, 1.0) : 0;
    Shares shares{0, 0, 0};
    shares[k] = 1 - s;
    shares[(k + 1) % 3] = s;
    const double away = squaredLength(p - mix(t, shares));
    if (away < least) {
      least = away;
      best = shares;
    }
  }
  return best;
}

// A segment through an edge must not slip between its two triangles for rounding.
constexpr double edge_width = 1e-9;

// Moeller and Trumbore, Fast, minimum storage ray/triangle intersection, 1997.
bool crosses(const Corners& t, Vec3 from, Vec3 way) {
  const Vec3 u = t.at[1] - t.at[0], v = t.at[2] - t.at[0];
  const Vec3 normal_to_way = cross(way, v);
  const double determinant = dot(u, normal_to_way);
  if (determinant == 0) return false;
  const Vec3 start = from - t.at[0];
  const double b = dot(start, normal_to_way) / determinant;
  const Vec3 across = cross(start, u);
  const double c = dot(way, across) / determinant;
  const double s = dot(v, across) / determinant;
  return std::min({b, c, 1 - b - c}) >= -edge_width && s > 0 && s < 1;
}

struct Node {
  Box box;
  int begin = 0, end = 0;  // items of a leaf
  int far_child = -1;      // the near one follows its parent; -1 marks a leaf
};

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("surface: ", pieces...));
}

}  // namespace

// Items are the triangles, then the vertices that no triangle has.
struct SurfaceLocator::Tree {
  // The best place so far.
  struct Nearest {
    int item = -1;
    double squared = infinity;  // distance
    SurfacePoint place;
  };

  Eigen::MatrixX3d V;
  Eigen::MatrixX3i items;
  int triangles = 0;
  std::vector<int> order;  // items, leaf by leaf
  std::vector<Node> nodes;

  Vec3 position(int v) const { return {V(v, 0), V(v, 1), V(v, 2)}; }
  Corners corners(int item) const {
    return {position(items(item, 0)), position(items(item, 1)), position(items(item, 2))};
  }

  void divide(int begin, int end, std::vector<Vec3>& middles);
  void search(Vec3 p, int node, Nearest& best) const;
  void compare(Vec3 p, int item, Nearest& best) const;
  bool blocked(Vec3 from, Vec3 way, int except) const;
};

void SurfaceLocator::Tree::divide(int begin, int end, std::vector<Vec3>& middles) {
  const std::size_t here = nodes.size();
  nodes.emplace_back();
  Box box, spread;
  for (int i = begin; i < end; ++i) {
    for (const Vec3 corner : corners(order[std::size_t(i)]).at) box.include(corner);
    spread.include(middles[std::size_t(order[std::size_t(i)])]);
  }
  nodes[here].box = box;
  nodes[here].begin = begin;
  nodes[here].end = end;
  if (end - begin <= most_in_leaf) return;
  const Vec3 size = spread.high - spread.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int half = begin + (end - begin) / 2;
  std::nth_element(order.begin() + begin, order.begin() + half, order.begin() + end,
                   [&](int a, int b) {
                     const double left = along(middles[std::size_t(a)], axis);
                     const double right = along(middles[std::size_t(b)], axis);
                     return left != right ? left < right : a < b;
                   });
  divide(begin, half, middles);
  nodes[here].far_child = int(nodes.size());
  divide(half, end, middles);
}

void SurfaceLocator::Tree::compare(Vec3 p, int item, Nearest& best) const {
  const Corners t = corners(item);
  Shares shares;
  if (!sharesInside(t, p, shares)) shares = nearestOnSides(t, p);
  const Vec3 point = mix(t, shares);
  const double away = squaredLength(p - point);
  const bool is_nearer =
      away < best.squared || (away == best.squared && item < best.item) || best.item < 0;
  if (!is_nearer) return;
  const int triangle = item < triangles ? item : -1;
  best = {
      item, away, {triangle, {items(item, 0), items(item, 1), items(item, 2)}, shares, point, 0}};
}

void SurfaceLocator::Tree::search(Vec3 p, int node, Nearest& best) const {
  const Node& here = nodes[std::size_t(node)];
  if (here.box.squaredDistance(p) > best.squared) return;
  if (here.far_child < 0) {
    for (int i = here.begin; i < here.end; ++i) compare(p, order[std::size_t(i)], best);
    return;
  }
  const double near = nodes[std::size_t(node) + 1].box.squaredDistance(p);
  const double far = nodes[std::size_t(here.far_child)].box.squaredDistance(p);
  search(p, near <= far ? node + 1 : here.far_child, best);
  search(p, near <= far ? here.far_child : node + 1, best);
}

bool SurfaceLocator::Tree::blocked(Vec3 from, Vec3 way, int except) const {
  std::array<int, 128> stack{0};
  int height = 1;
  while (height > 0) {
    const int node = stack[std::size_t(--height)];
    const Node& here = nodes[std::size_t(node)];
    if (!meets(here.box, from, way)) continue;
    if (here.far_child >= 0) {
      stack[std::size_t(height++)] = here.far_child;
      stack[std::size_t(height++)] = node + 1;
      continue;
    }
    for (int i = here.begin; i < here.end; ++i) {
      const int item = order[std::size_t(i)];
      if ((items.row(item).array() != except).all() && crosses(corners(item), from, way)) {
        return true;
      }
    }
  }
  return false;
}

Result<SurfaceLocator> SurfaceLocator::build(const TriMesh& mesh) {
  if (mesh.V.rows() == 0) return wrong("it has no vertices");
  if (mesh.V.cols() != 2 && mesh.V.cols() != 3) return wrong("positions have 2 or 3 coordinates");
  for (Eigen::Index v = 0; v < mesh.V.rows(); ++v) {
    if (!mesh.V.row(v).allFinite()) return wrong("vertex ", v, " has no finite position");
  }
  auto tree = std::make_unique<Tree>();
  tree->V.setZero(mesh.V.rows(), 3);
  tree->V.leftCols(mesh.V.cols()) = mesh.V;
  std::vector<char> used(std::size_t(mesh.V.rows()), 0);
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (const int v : mesh.F.row(f)) {
      if (v < 0 || v >= mesh.V.rows()) {
        return wrong("triangle ", f, " names vertex ", v, ", outside 0 .. ", mesh.V.rows() - 1);
      }
      used[std::size_t(v)] = 1;
    }
  }
  const auto loose = std::ranges::count(used, 0);
  tree->triangles = int(mesh.F.rows());
  tree->items.resize(mesh.F.rows() + loose, 3);
  tree->items.topRows(mesh.F.rows()) = mesh.F;
  Eigen::Index item = mesh.F.rows();
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (!used[v]) tree->items.row(item++).setConstant(int(v));
  }
  std::vector<Vec3> middles;
  for (int i = 0; i < int(tree->items.rows()); ++i) {
    const Corners t = tree->corners(i);
    middles.push_back(t.at[0] / 3 + t.at[1] / 3 + t.at[2] / 3);
    tree->order.push_back(i);
  }
  tree->divide(0, int(tree->order.size()), middles);
  return SurfaceLocator(std::move(tree));
}

SurfaceLocator::SurfaceLocator(std::unique_ptr<const Tree> tree) : tree_(std::move(tree)) {}
SurfaceLocator::SurfaceLocator(SurfaceLocator&&) noexcept = default;
SurfaceLocator& SurfaceLocator::operator=(SurfaceLocator&&) noexcept = default;
SurfaceLocator::~SurfaceLocator() = default;

SurfacePoint SurfaceLocator::nearest(Vec3 p) const {
  Tree::Nearest best;
  tree_->search(p, 0, best);
  best.place.distance = std::sqrt(best.squared);
  return best.place;
}

bool SurfaceLocator::blocks(Vec3 from, Vec3 to, int except) const {
  return tree_->blocked(from, to - from, except);
}

}  // namespace vide
