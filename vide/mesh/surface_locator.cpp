// SPDX-License-Identifier: MIT
#include "vide/mesh/surface_locator.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "vide/core/box.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/box_tree.hpp"

namespace vide {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
double along(Vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

// Whether the segment from `from` along `way` meets the box (slab test).
bool meets(const Box3& box, Vec3 from, Vec3 way) {
  double enter = 0, leave = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double start = along(from, axis), step = along(way, axis);
    const double low = along(box.min, axis), high = along(box.max, axis);
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
  BoxTree boxes;  // of the items

  Vec3 position(int v) const { return {V(v, 0), V(v, 1), V(v, 2)}; }
  Corners corners(int item) const {
    return {position(items(item, 0)), position(items(item, 1)), position(items(item, 2))};
  }

  void makeBoxes();
  void compare(Vec3 p, int item, Nearest& best) const;
};

void SurfaceLocator::Tree::makeBoxes() {
  std::vector<Box3> around(std::size_t(items.rows()));
  for (int item = 0; item < int(around.size()); ++item) {
    for (const Vec3 corner : corners(item).at) around[std::size_t(item)].include(corner);
  }
  boxes = BoxTree(around);
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
  tree->makeBoxes();
  return SurfaceLocator(std::move(tree));
}

SurfaceLocator::SurfaceLocator(std::unique_ptr<const Tree> tree) : tree_(std::move(tree)) {}
SurfaceLocator::SurfaceLocator(SurfaceLocator&&) noexcept = default;
SurfaceLocator& SurfaceLocator::operator=(SurfaceLocator&&) noexcept = default;
SurfaceLocator::~SurfaceLocator() = default;

SurfacePoint SurfaceLocator::nearest(Vec3 p) const {
  Tree::Nearest best;
  // The point of a triangle is rounded and may be a hair nearer than the triangle's box.
  const auto bound = [&](const Box3& box) { return box.squaredDistance(p) * (1 - 1e-12); };
  tree_->boxes.search(infinity, bound, [&](int item) {
    tree_->compare(p, item, best);
    return best.squared;
  });
  best.place.distance = std::sqrt(best.squared);
  return best.place;
}

bool SurfaceLocator::blocks(Vec3 from, Vec3 to, int except) const {
  constexpr double open = 0, met = -1;  // of the search, which passes over what is above
  const Vec3 way = to - from;
  bool blocked = false;
  const auto bound = [&](const Box3& box) { return meets(box, from, way) ? open : infinity; };
  tree_->boxes.search(open, bound, [&](int item) {
    const bool counts = (tree_->items.row(item).array() != except).all();
    blocked = blocked || (counts && crosses(tree_->corners(item), from, way));
    return blocked ? met : open;
  });
  return blocked;
}

}  // namespace vide
