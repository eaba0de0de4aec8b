// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace vide
