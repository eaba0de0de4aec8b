// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide::detail {

// Finds which of many points of the plane is nearest, with a k-d tree (Bentley 1975): in about
// log n steps where they do not all lie equally far off.
class NearestPoint {
 public:
  explicit NearestPoint(std::vector<Vec2> points);

  // The index of the point nearest to `to`, of equally near ones the lowest; 0 without points.
  std::size_t at(Vec2 to) const;

 private:
  enum class Axis { x, y };
  static Axis other(Axis axis) { return axis == Axis::x ? Axis::y : Axis::x; }
  static double along(Vec2 point, Axis axis) { return axis == Axis::x ? point.x : point.y; }
  struct Search {
    Vec2 to;
    double squared = 0;
    std::size_t found = 0;
  };

  void arrange(std::size_t first, std::size_t last, Axis axis);
  void look(std::size_t first, std::size_t last, Axis axis, Search& search) const;

  std::vector<Vec2> points_;
  std::vector<std::size_t>
      order_;  // of indices: the middle of a range parts it, by x and y in turn
};

}  // namespace vide::detail
