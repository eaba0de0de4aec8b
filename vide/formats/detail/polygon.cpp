// SPDX-License-Identifier: MIT
#include "vide/formats/detail/polygon.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vide::detail {
namespace {

// Newell's normal: twice the area, and right for bent outlines too.
Vec3 normalOf(std::span<const Vec3> polygon) {
  Vec3 sum;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sum += cross(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]);
  }
  return sum;
}

// The polygon along the axis nearest to its normal, counter-clockwise.
std::vector<Vec2> flattened(std::span<const Vec3> polygon) {
  const Vec3 n = normalOf(polygon);
  const Vec3 size{std::abs(n.x), std::abs(n.y), std::abs(n.z)};
  std::vector<Vec2> flat;
  for (const Vec3 p : polygon) {
    Vec2 q = size.z >= size.x && size.z >= size.y ? Vec2{p.x, p.y}
             : size.x >= size.y                   ? Vec2{p.y, p.z}
                                                  : Vec2{p.z, p.x};
    const double facing = size.z >= size.x && size.z >= size.y ? n.z : size.x >= size.y ? n.x : n.y;
    if (facing < 0) q.x = -q.x;
    flat.push_back(q);
  }
  return flat;
}

double turn(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

class EarCutter {
 public:
  explicit EarCutter(std::span<const Vec3> polygon)
      : flat_(flattened(polygon)), left_(polygon.size()) {
    std::iota(left_.begin(), left_.end(), 0);
  }

  void cut(std::vector<std::array<int, 3>>& triangles) {
    std::size_t place = 1, tried = 0;
    while (left_.size() > 3 && tried < left_.size()) {
      if (isEar(place)) {
        triangles.push_back({corner(place + left_.size() - 1), corner(place), corner(place + 1)});
        left_.erase(left_.begin() + std::ptrdiff_t(place));
        tried = 0;
      } else {
        ++place;
        ++tried;
      }
      place %= left_.size();
    }
    for (std::size_t i = 1; i + 1 < left_.size(); ++i) {
      triangles.push_back({left_[0], left_[i], left_[i + 1]});
    }
  }

 private:
  int corner(std::size_t place) const { return left_[place % left_.size()]; }

  bool isEar(std::size_t place) const {
    const Vec2 a = at(corner(place + left_.size() - 1)), b = at(corner(place)),
               c = at(corner(place + 1));
    if (turn(a, b, c) <= 0) return false;
    return std::ranges::none_of(left_, [&](int i) {
      const Vec2 p = at(i);
      if (p == a || p == b || p == c) return false;
      return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    });
  }

  Vec2 at(int i) const { return flat_[std::size_t(i)]; }

  std::vector<Vec2> flat_;
  std::vector<int> left_;
};

}  // namespace

void appendTriangles(std::span<const Vec3> polygon, std::vector<std::array<int, 3>>& triangles) {
  if (polygon.size() == 3) {
    triangles.push_back({0, 1, 2});
  } else {
    EarCutter(polygon).cut(triangles);
  }
}

}  // namespace vide::detail
