// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"

namespace vide::detail {

// Points of the plane sorted into square cells, to be found by place and taken out one by one.
class PointGrid {
 public:
  PointGrid(std::span<const Vec2> points, double cell) : points_(points), cell_(cell) {
    Vec2 top = points.front();
    low_ = top;
    for (const Vec2 p : points) {
      low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
      top = {std::max(top.x, p.x), std::max(top.y, p.y)};
    }
    // Far-scattered points make coarser cells, so that cells stay as few as points.
    const double area = (top.x - low_.x + cell) * (top.y - low_.y + cell);
    cell_ = std::max(cell, std::sqrt(area / (4.0 * double(points.size()) + 1024)));
    columns_ = int((top.x - low_.x) / cell_) + 1;
    rows_ = int((top.y - low_.y) / cell_) + 1;
    sortIn();
  }

  void remove(int point) {
    const std::size_t cell = cellOf(points_[point]);
    int* const first = items_.data() + start_[cell];
    *std::find(first, first + count_[cell], point) = first[count_[cell] - 1];
    --count_[cell];
  }

  // Whether test(point) holds for any point in the cells that the box low .. high meets. The order
  // of the calls is not defined.
  template <class Test>
  bool any(Vec2 low, Vec2 high, const Test& test) const {
    const int first_column = columnOf(low.x), last_column = columnOf(high.x);
    const int last_row = rowOf(high.y);
    for (int row = rowOf(low.y); row <= last_row; ++row) {
      for (int column = first_column; column <= last_column; ++column) {
        const std::size_t cell = std::size_t(row) * columns_ + column;
        const int* const first = items_.data() + start_[cell];
        if (std::any_of(first, first + count_[cell], test)) return true;
      }
    }
    return false;
  }

 private:
  int columnOf(double x) const { return std::clamp(int((x - low_.x) / cell_), 0, columns_ - 1); }
  int rowOf(double y) const { return std::clamp(int((y - low_.y) / cell_), 0, rows_ - 1); }
  std::size_t cellOf(Vec2 p) const { return std::size_t(rowOf(p.y)) * columns_ + columnOf(p.x); }

  void sortIn() {
    count_.assign(std::size_t(columns_) * rows_, 0);
    start_.assign(count_.size(), 0);
    for (const Vec2 p : points_) ++count_[cellOf(p)];
    for (std::size_t cell = 1; cell < start_.size(); ++cell) {
      start_[cell] = start_[cell - 1] + count_[cell - 1];
    }
    std::ranges::fill(count_, 0);
    items_.resize(points_.size());
    for (int i = 0; i < int(points_.size()); ++i) {
      const std::size_t cell = cellOf(points_[i]);
      items_[start_[cell] + count_[cell]++] = i;
    }
  }

  std::span<const Vec2> points_;
  double cell_;
  Vec2 low_;
  int columns_ = 1;
  int rows_ = 1;
  std::vector<int> start_;
  std::vector<int> count_;
  std::vector<int> items_;
};

}  // namespace vide::detail
