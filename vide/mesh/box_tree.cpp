// SPDX-License-Identifier: MIT
#include "vide/mesh/box_tree.hpp"

#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace vide {

namespace {

constexpr int leaf_size = 8;

std::vector<Box3> boxesOf(std::span<const Vec3> points) {
  std::vector<Box3> boxes;
  boxes.reserve(points.size());
  for (const Vec3 p : points) boxes.push_back({p, p});
  return boxes;
}

double along(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

BoxTree::BoxTree(std::span<const Box3> boxes) : item_(boxes.size()) {
  std::iota(item_.begin(), item_.end(), 0);
  if (!boxes.empty()) build(boxes, 0, int(boxes.size()));
  for (int i : item_) boxes_.push_back(boxes[std::size_t(i)]);
}

// Halves the items by the middles of their boxes, along the side on which those spread most: the
// tree is never deeper than the logarithm of their number, wherever they lie.
int BoxTree::build(std::span<const Box3> boxes, int first, int last) {
  const int at = int(nodes_.size());
  nodes_.push_back({{}, first, last, 0, 0});
  Box3 box, middles;
  for (int i = first; i < last; ++i) {
    const Box3& item = boxes[std::size_t(item_[std::size_t(i)])];
    box.include(item.min);
    box.include(item.max);
    middles.include(item.center());
  }
  nodes_[std::size_t(at)].box = box;
  if (last - first <= leaf_size) return at;
  const Vec3 spread = middles.size();
  const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
  const int half = first + (last - first) / 2;
  const auto place = [&](int item) {
    return std::pair(along(boxes[std::size_t(item)].center(), axis), item);
  };
  std::ranges::nth_element(item_.begin() + first, item_.begin() + half, item_.begin() + last, {},
                           place);
  const int left = build(boxes, first, half);
  const int right = build(boxes, half, last);
  nodes_[std::size_t(at)].left = left;
  nodes_[std::size_t(at)].right = right;
  return at;
}

NearestPoint::NearestPoint(std::vector<Vec3> points)
    : points_(std::move(points)), tree_(boxesOf(points_)) {}

NearestPoint::Found NearestPoint::find(Vec3 place) const {
  Found found{-1, std::numeric_limits<double>::infinity()};
  tree_.search(
      found.squared_distance, [&](const Box3& box) { return box.squaredDistance(place); },
      [&](int i) {
        const double squared = squaredLength(points_[std::size_t(i)] - place);
        const bool first = found.index < 0 || squared < found.squared_distance;
        if (first || (squared == found.squared_distance && i < found.index)) found = {i, squared};
        return found.squared_distance;
      });
  return found;
}

}  // namespace vide
