// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "vide/core/box.hpp"

namespace vide {

// Boxes of points or elements, sorted into a tree of boxes, so that a question about a place looks
// at the few that lie near it. Made once in n log n; questions allocate nothing.
class BoxTree {
 public:
  BoxTree() = default;  // of no boxes
  // Boxes must not be empty.
  explicit BoxTree(std::span<const Box3> boxes);

  // Looks at each box, by its index, whose bound is at most `limit`, and may pass over others.
  // `bound(box)` must not be more than it is for any box inside that box. `look(index)` gives the
  // limit from then on, which must not rise.
  template <class Bound, class Look>
  void search(double limit, Bound bound, Look look) const {
    if (!nodes_.empty()) searchNode(0, bound(nodes_[0].box), limit, bound, look);
  }

 private:
  // Items item_[first] .. item_[last - 1]; without children where `left` is 0. The right child
  // follows the left one's descendants.
  struct Node {
    Box3 box;
    int first = 0, last = 0;
    int left = 0, right = 0;
  };

  int build(std::span<const Box3> boxes, int first, int last);

  template <class Bound, class Look>
  void searchNode(int at, double least, double& limit, Bound& bound, Look& look) const {
    if (!(least <= limit)) return;
    const Node& node = nodes_[std::size_t(at)];
    if (node.left == 0) {
      for (int i = node.first; i < node.last; ++i) {
        if (bound(boxes_[std::size_t(i)]) <= limit) limit = look(item_[std::size_t(i)]);
      }
      return;
    }
    std::pair<double, int> near{bound(nodes_[std::size_t(node.left)].box), node.left};
    std::pair<double, int> far{bound(nodes_[std::size_t(node.right)].box), node.right};
    if (far < near) std::swap(near, far);
    searchNode(near.second, near.first, limit, bound, look);
    searchNode(far.second, far.first, limit, bound, look);
  }

  std::vector<Node> nodes_;
  std::vector<int> item_;
  std::vector<Box3> boxes_;  // in the items' order
};

// Points for finding the one that is nearest to a place. Coordinates must be finite.
class NearestPoint {
 public:
  explicit NearestPoint(std::vector<Vec3> points);

  // A box without extent for each point.
  const BoxTree& tree() const { return tree_; }

  struct Found {
    int index = -1;  // -1 where there are no points
    double squared_distance = 0;
  };
  // Ties go to the lower index.
  Found find(Vec3 place) const;

 private:
  std::vector<Vec3> points_;
  BoxTree tree_;
};

}  // namespace vide
