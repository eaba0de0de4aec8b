// SPDX-License-Identifier: MIT
#include "vide/numeric/detail/supernodes.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "vide/core/text.hpp"
#include "vide/numeric/detail/elimination_tree.hpp"

namespace vide::detail {

namespace {

std::vector<int> inverse(std::span<const int> order) {
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = int(i);
  return place;
}

// Calls visit(column, row, source) with column <= row for every entry, in the new order.
template <class Visit>
void forEachEntry(const SparseMatrix& A, std::span<const int> place, Visit visit) {
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      if (A.row[p] < c) continue;
      const auto [low, high] = std::minmax(place[c], place[A.row[p]]);
      visit(low, high, p);
    }
  }
}

HalfPattern upperPattern(const SparseMatrix& A, std::span<const int> order) {
  const std::vector<int> place = inverse(order);
  HalfPattern upper;
  upper.start.assign(order.size() + 1, 0);
  forEachEntry(A, place, [&](int low, int high, int) {
    if (low < high) ++upper.start[std::size_t(high) + 1];
  });
  std::partial_sum(upper.start.begin(), upper.start.end(), upper.start.begin());
  upper.index.resize(std::size_t(upper.start.back()));
  std::vector<int> next(upper.start.begin(), upper.start.end() - 1);
  forEachEntry(A, place, [&](int low, int high, int) {
    if (low < high) upper.index[next[high]++] = low;
  });
  return upper;
}

void sortEntries(const SparseMatrix& A, Supernodes& nodes) {
  const std::vector<int> place = inverse(nodes.order);
  nodes.entry_start.assign(place.size() + 1, 0);
  forEachEntry(A, place, [&](int low, int, int) { ++nodes.entry_start[std::size_t(low) + 1]; });
  std::partial_sum(nodes.entry_start.begin(), nodes.entry_start.end(), nodes.entry_start.begin());
  nodes.entry_row.resize(std::size_t(nodes.entry_start.back()));
  nodes.entry_source.resize(nodes.entry_row.size());
  std::vector<int> next(nodes.entry_start.begin(), nodes.entry_start.end() - 1);
  forEachEntry(A, place, [&](int low, int high, int source) {
    nodes.entry_row[next[low]] = high;
    nodes.entry_source[next[low]++] = source;
  });
}

// A supernode while columns are being gathered.
struct Block {
  int first, columns;
  int rows;             // own columns included
  std::int64_t filled;  // entries that are not there for the sake of the block alone

  std::int64_t area() const {
    return std::int64_t(columns) * rows - std::int64_t(columns) * (columns - 1) / 2;
  }
};

Block joined(const Block& child, const Block& parent) {
  return {child.first, child.columns + parent.columns, child.columns + parent.rows,
          child.filled + parent.filled};
}

// Whether the zeros that a block stores are worth its being one. Limits found by measurement.
bool worthwhile(const Block& block) {
  const double zeros = 1 - double(block.filled) / double(block.area());
  if (block.columns <= 4) return zeros < 0.8;
  if (block.columns <= 16) return zeros < 0.5;
  if (block.columns <= 48) return zeros < 0.2;
  return zeros < 0.05;
}

// Cuts the columns into blocks: first those that have the same rows, then those that nearly do.
std::vector<Block> cutIntoBlocks(std::span<const int> parent, std::span<const int> count) {
  std::vector<Block> blocks;
  const int n = int(parent.size());
  const auto endsBelow = [&](const Block& child, const Block& next) {
    const int up = parent[child.first + child.columns - 1];
    return up >= next.first && up < next.first + next.columns;
  };
  for (int c = 0; c < n;) {
    Block block{c, 1, count[c], count[c]};
    for (++c; c < n && parent[c - 1] == c && count[c] == count[c - 1] - 1; ++c) {
      ++block.columns;
      block.filled += count[c];
    }
    while (!blocks.empty() && endsBelow(blocks.back(), block) &&
           worthwhile(joined(blocks.back(), block))) {
      block = joined(blocks.back(), block);
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  return blocks;
}

// The rows below each block: those of the matrix and of the blocks that feed into it.
void findRows(Supernodes& nodes) {
  const int count = int(nodes.first.size()) - 1;
  std::vector<int> owner(nodes.order.size()), seen(nodes.order.size(), -1);
  nodes.parent.assign(nodes.first.size() - 1, -1);
  std::vector<int> child = nodes.parent, sibling = nodes.parent;
  for (int s = 0; s < count; ++s) {
    std::fill(owner.begin() + nodes.first[s], owner.begin() + nodes.first[s + 1], s);
  }
  std::vector<int> rows;
  for (int s = 0; s < count; ++s) {
    const int end = nodes.first[s + 1];
    const auto add = [&](int row) {
      if (row < end || seen[row] == s) return;
      seen[row] = s;
      rows.push_back(row);
    };
    rows.clear();
    for (int p = nodes.entry_start[nodes.first[s]]; p < nodes.entry_start[end]; ++p) {
      add(nodes.entry_row[p]);
    }
    for (int c = child[s]; c >= 0; c = sibling[c]) {
      for (int row : nodes.rowsBelow(c)) add(row);
    }
    std::ranges::sort(rows);
    nodes.row.insert(nodes.row.end(), rows.begin(), rows.end());
    nodes.row_start.push_back(int(nodes.row.size()));
    if (nodes.rowsBelow(s).empty()) continue;
    const int up = nodes.parent[s] = owner[nodes.rowsBelow(s).front()];
    sibling[s] = child[up];
    child[up] = s;
  }
}

}  // namespace

Result<void> checkPattern(const SparseMatrix& A) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::malformed_data, text("sparse matrix: ", pieces...));
  };
  if (A.rows != A.columns) return wrong(A.rows, " x ", A.columns, ", but it must be square");
  if (A.start.size() != std::size_t(A.columns) + 1 || A.start[0] != 0 ||
      !std::ranges::is_sorted(A.start) || A.start.back() != int(A.row.size()) ||
      A.row.size() != A.value.size()) {
    return wrong("its arrays have sizes that do not fit together");
  }
  for (int c = 0; c < A.columns; ++c) {
    for (int p = A.start[c]; p < A.start[c + 1]; ++p) {
      const bool ascending = p == A.start[c] || A.row[p - 1] < A.row[p];
      if (A.row[p] < 0 || A.row[p] >= A.rows || !ascending) {
        return wrong("the rows of column ", c, " are out of range or order");
      }
    }
  }
  return {};
}

Supernodes findSupernodes(const SparseMatrix& A, std::vector<int> order) {
  Supernodes nodes;
  {
    const std::vector<int> post = postorder(eliminationTree(upperPattern(A, order)));
    nodes.order.resize(order.size());
    for (std::size_t i = 0; i < post.size(); ++i) nodes.order[i] = order[post[i]];
  }
  const HalfPattern upper = upperPattern(A, nodes.order);
  const std::vector<int> parent = eliminationTree(upper);
  const std::vector<int> count = columnCounts(transposed(upper), parent);
  for (const Block& block : cutIntoBlocks(parent, count)) {
    nodes.first.push_back(block.first + block.columns);
  }
  sortEntries(A, nodes);
  findRows(nodes);
  return nodes;
}

Supernodes restricted(const Supernodes& whole, std::span<const std::uint8_t> kept) {
  Supernodes part;
  const auto size = std::size_t(std::ranges::count_if(kept, [](auto flag) { return flag != 0; }));
  const std::size_t share = whole.entry_row.size() / std::max<std::size_t>(kept.size(), 1) + 1;
  part.order.reserve(size);
  part.entry_row.reserve(size * share);
  part.entry_source.reserve(size * share);
  std::vector<int> place(whole.order.size(), -1), columns;
  columns.reserve(size);
  for (int s = 0; s < whole.count(); ++s) {
    const int before = part.size();
    for (int c = whole.first[s]; c < whole.first[s + 1]; ++c) {
      if (!kept[whole.order[c]]) continue;
      place[c] = part.size();
      columns.push_back(c);
      part.order.push_back(whole.order[c]);
    }
    if (part.size() > before) part.first.push_back(part.size());
  }
  for (int c : columns) {
    for (int p = whole.entry_start[c]; p < whole.entry_start[c + 1]; ++p) {
      const int row = place[whole.entry_row[p]];
      if (row < 0) continue;
      part.entry_row.push_back(row);
      part.entry_source.push_back(whole.entry_source[p]);
    }
    part.entry_start.push_back(int(part.entry_row.size()));
  }
  findRows(part);
  return part;
}

}  // namespace vide::detail
