// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "vide/core/vec.hpp"

namespace vide {

// An axis-aligned rectangle; a default-made one is empty and grows by what it includes.
struct Box2 {
  Vec2 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y); }
  constexpr Vec2 size() const { return max - min; }
  constexpr Vec2 center() const { return (min + max) / 2; }
  // Points that are not finite are passed over.
  void include(Vec2 p) {
    if (!isFinite(p)) return;
    min = {p.x < min.x ? p.x : min.x, p.y < min.y ? p.y : min.y};
    max = {p.x > max.x ? p.x : max.x, p.y > max.y ? p.y : max.y};
  }
  friend constexpr bool operator==(const Box2&, const Box2&) = default;
};

// The same in space.
struct Box3 {
  Vec3 min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 max = -min;

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
  constexpr Vec3 size() const { return max - min; }
  constexpr Vec3 center() const { return (min + max) / 2; }
  // Points that are not finite are passed over.
  void include(Vec3 p) {
    if (!isFinite(p)) return;
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  // How far p lies outside along each axis: zeros inside.
  constexpr Vec3 offsetFrom(Vec3 p) const {
    return {std::max({min.x - p.x, p.x - max.x, 0.0}), std::max({min.y - p.y, p.y - max.y, 0.0}),
            std::max({min.z - p.z, p.z - max.z, 0.0})};
  }
  constexpr double squaredDistance(Vec3 p) const { return squaredLength(offsetFrom(p)); }
  friend constexpr bool operator==(const Box3&, const Box3&) = default;
};

}  // namespace vide
