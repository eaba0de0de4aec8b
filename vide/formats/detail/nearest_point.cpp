// SPDX-License-Identifier: MIT
#include "vide/formats/detail/nearest_point.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace vide::detail {

NearestPoint::NearestPoint(std::vector<Vec2> points) : points_(std::move(points)) {
  order_.resize(points_.size());
  std::iota(order_.begin(), order_.end(), std::size_t(0));
  // Of points at one place the first stands for all: they would all have to be looked at.
  const auto place = [&](std::size_t i) { return std::pair(points_[i].x, points_[i].y); };
  std::ranges::stable_sort(order_, {}, place);
  const auto repeated = std::ranges::unique(order_, {}, place);
  order_.erase(repeated.begin(), repeated.end());
  arrange(0, order_.size(), Axis::x);
}

void NearestPoint::arrange(std::size_t first, std::size_t last, Axis axis) {
  if (last - first < 2) return;
  const std::size_t middle = first + (last - first) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + std::ptrdiff_t(i); };
  std::nth_element(at(first), at(middle), at(last), [&](std::size_t a, std::size_t b) {
    const double left = along(points_[a], axis), right = along(points_[b], axis);
    return left != right ? left < right : a < b;
  });
  arrange(first, middle, other(axis));
  arrange(middle + 1, last, other(axis));
}

void NearestPoint::look(std::size_t first, std::size_t last, Axis axis, Search& search) const {
  if (first == last) return;
  const std::size_t middle = first + (last - first) / 2, index = order_[middle];
  const double squared = squaredLength(points_[index] - search.to);
  if (squared < search.squared || (squared == search.squared && index < search.found)) {
    search.squared = squared;
    search.found = index;
  }
  const double beyond = along(search.to, axis) - along(points_[index], axis);
  const std::pair below(first, middle), above(middle + 1, last);
  const auto& near = beyond > 0 ? above : below;
  const auto& far = beyond > 0 ? below : above;
  look(near.first, near.second, other(axis), search);
  if (beyond * beyond <= search.squared) look(far.first, far.second, other(axis), search);
}

std::size_t NearestPoint::at(Vec2 to) const {
  Search search{.to = to, .squared = std::numeric_limits<double>::infinity()};
  look(0, order_.size(), Axis::x, search);
  return search.found;
}

}  // namespace vide::detail
