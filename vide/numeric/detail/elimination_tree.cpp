// SPDX-License-Identifier: MIT
#include "vide/numeric/detail/elimination_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace vide::detail {

namespace {

// The root of v's tree among those joined so far, halving the path on the way.
int rootOf(std::vector<int>& up, int v) {
  while (up[v] != v) v = up[v] = up[up[v]];
  return v;
}

}  // namespace

HalfPattern transposed(const HalfPattern& pattern) {
  HalfPattern turned;
  turned.start.assign(pattern.start.size(), 0);
  for (int row : pattern.index) ++turned.start[std::size_t(row) + 1];
  std::partial_sum(turned.start.begin(), turned.start.end(), turned.start.begin());
  turned.index.resize(pattern.index.size());
  std::vector<int> next(turned.start.begin(), turned.start.end() - 1);
  for (int c = 0; c < pattern.size(); ++c) {
    for (int row : pattern.of(c)) turned.index[next[row]++] = c;
  }
  return turned;
}

std::vector<int> eliminationTree(const HalfPattern& upper) {
  std::vector<int> parent(std::size_t(upper.size()), -1), up(parent.size());
  std::iota(up.begin(), up.end(), 0);
  for (int c = 0; c < upper.size(); ++c) {
    for (int row : upper.of(c)) {
      const int root = rootOf(up, row);
      if (root == c) continue;
      parent[root] = c;
      up[root] = c;
    }
  }
  return parent;
}

std::vector<int> postorder(std::span<const int> parent) {
  const int n = int(parent.size());
  // Lists of children; filled from the back so that they ascend.
  std::vector<int> child(parent.size(), -1), sibling(parent.size(), -1), stack, order;
  int root = -1;
  for (int v = n - 1; v >= 0; --v) {
    int& head = parent[v] < 0 ? root : child[parent[v]];
    sibling[v] = head;
    head = v;
  }
  order.reserve(parent.size());
  for (; root >= 0; root = sibling[root]) {
    stack.push_back(root);
    while (!stack.empty()) {
      const int v = stack.back();
      if (child[v] < 0) {
        order.push_back(v);
        stack.pop_back();
      } else {
        stack.push_back(child[v]);
        child[v] = sibling[child[v]];
      }
    }
  }
  return order;
}

std::vector<int> columnCounts(const HalfPattern& lower, std::span<const int> parent) {
  const int n = lower.size();
  std::vector<int> up(parent.size()), first(parent.size(), -1), count(parent.size(), 0);
  std::vector<int> latest_first(parent.size(), -1), latest_leaf(parent.size(), -1);
  std::iota(up.begin(), up.end(), 0);
  for (int c = 0; c < n; ++c) {
    if (first[c] >= 0) continue;
    count[c] = 1;  // a leaf of the tree
    for (int v = c; v >= 0 && first[v] < 0; v = parent[v]) first[v] = c;
  }
  // Row r of the factor is the part of the tree between r and its leaves; each leaf adds one to the
  // counts on its way up, and where two ways meet one is taken off again.
  for (int c = 0; c < n; ++c) {
    if (parent[c] >= 0) --count[parent[c]];
    for (int row : lower.of(c)) {
      if (first[c] <= latest_first[row]) continue;
      latest_first[row] = first[c];
      ++count[c];
      if (latest_leaf[row] >= 0) --count[rootOf(up, latest_leaf[row])];
      latest_leaf[row] = c;
    }
    if (parent[c] >= 0) up[c] = parent[c];
  }
  for (int c = 0; c < n; ++c) {
    if (parent[c] >= 0) count[parent[c]] += count[c];
  }
  return count;
}

}  // namespace vide::detail
