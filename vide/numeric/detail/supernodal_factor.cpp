// SPDX-License-Identifier: MIT
#include "vide/numeric/detail/supernodal_factor.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/numeric/detail/tile_kernels.hpp"

namespace vide::detail {

namespace {

int tilesOf(const Supernodes& nodes, int s) {
  return tilesFor(nodes.columns(s)) + tilesFor(int(nodes.rowsBelow(s).size()));
}

template <class Scalar>
void substitute(const Supernodes& nodes, std::span<const std::size_t> start, const Scalar* value,
                Scalar* x, int width) {
  const TileKernels<Scalar>& kernels = tileKernels<Scalar>();
  const auto with = [&](auto kernel, int s) {
    const std::span<const int> below = nodes.rowsBelow(s);
    kernel(value + start[s], nodes.columns(s), nodes.first[s], below.data(), int(below.size()), x,
           width);
  };
  for (int s = 0; s < nodes.count(); ++s) with(kernels.forward, s);
  for (int s = nodes.count() - 1; s >= 0; --s) with(kernels.backward, s);
}

}  // namespace

// The updates that wait for their parents, the last one made on top, and the block being filled.
class SupernodalFactor::Fronts {
 public:
  explicit Fronts(const Supernodes& nodes)
      : nodes_(nodes),
        column_(nodes.order.size()),
        local_(nodes.order.size()),
        child_(nodes.parent.size(), -1),
        sibling_(nodes.parent.size(), -1),
        start_(nodes.parent.size()),
        done_(nodes.parent.size()) {
    stack_.resize(deepest());
  }

  // Zeroes the block of supernode s, puts the matrix's values in and adds its children's updates.
  void assemble(int s, std::span<const double> value, double* block) {
    const std::span<const int> below = nodes_.rowsBelow(s);
    block_ = block;
    stride_ = std::size_t(nodes_.columns(s)) * tile_rows;
    top_tiles_ = tilesFor(nodes_.columns(s));
    std::fill_n(block, stride_ * std::size_t(tilesOf(nodes_, s)), 0.0);
    for (std::size_t i = 0; i < below.size(); ++i) local_[below[i]] = int(i);
    update_ = stack_.data() + top();
    std::fill_n(update_, updateSize(s), 0.0);
    for (int c = nodes_.first[s]; c < nodes_.first[s + 1]; ++c) {
      double* column = block + std::size_t(c - nodes_.first[s]) * tile_rows;
      for (int p = nodes_.entry_start[c]; p < nodes_.entry_start[c + 1]; ++p) {
        column[rowPlace(nodes_.entry_row[p], s)] += value[nodes_.entry_source[p]];
      }
    }
    for (int c = child_[s]; c >= 0; c = sibling_[c]) add(c, stack_.data() + start_[c], s);
  }

  double* update() { return update_; }

  // The children's updates are done with, and the new one takes their place.
  void push(int s) {
    place(s);
    std::copy_n(update_, updateSize(s), stack_.data() + start_[s]);
  }

 private:
  std::size_t updateSize(int s) const {
    return symmetricTile(tilesFor(int(nodes_.rowsBelow(s).size())));
  }

  std::size_t top() const {
    return waiting_.empty() ? 0 : start_[waiting_.back()] + updateSize(waiting_.back());
  }

  void place(int s) {
    for (int c = child_[s]; c >= 0; c = sibling_[c]) done_[c] = 1;
    while (!waiting_.empty() && done_[waiting_.back()]) waiting_.pop_back();
    start_[s] = top();
    waiting_.push_back(s);
    if (nodes_.parent[s] < 0) {
      done_[s] = 1;
      return;
    }
    sibling_[s] = child_[nodes_.parent[s]];
    child_[nodes_.parent[s]] = s;
  }

  // The most that ever lies on the stack, by going through the motions.
  std::size_t deepest() {
    std::size_t most = 0;
    for (int s = 0; s < nodes_.count(); ++s) {
      most = std::max(most, top() + updateSize(s));
      place(s);
    }
    waiting_.clear();
    std::ranges::fill(child_, -1);
    std::ranges::fill(done_, 0);
    return most;
  }

  std::size_t rowPlace(int row, int s) const {
    const bool own = row < nodes_.first[s + 1];
    const auto i = unsigned(own ? row - nodes_.first[s] : local_[row]);
    return ((own ? 0u : unsigned(top_tiles_)) + i / tile_rows) * stride_ + i % tile_rows;
  }

  void add(int child, const double* update, int s) {
    const std::span<const int> rows = nodes_.rowsBelow(child);
    const int count = int(rows.size());
    int own = 0;  // so many of the child's rows are columns of this block
    for (; own < count && rows[own] < nodes_.first[s + 1]; ++own) {
      column_[own] = (rows[own] - nodes_.first[s]) * tile_rows;
    }
    for (int i = own; i < count; ++i) column_[i] = local_[rows[i]] * tile_rows;
    for (int i = 0; i < count; ++i) {
      const double* from = update + symmetricTile(i / tile_rows) + i % tile_rows;
      double* to = block_ + rowPlace(rows[i], s);
      for (int j = 0; j < std::min(own, i + 1); ++j) to[column_[j]] += from[j * tile_rows];
      if (i < own) continue;
      const int row = local_[rows[i]];
      to = update_ + symmetricTile(row / tile_rows) + row % tile_rows;
      for (int j = own; j <= i; ++j) to[column_[j]] += from[j * tile_rows];
    }
  }

  const Supernodes& nodes_;
  std::vector<int> column_;  // scratch: where a child's columns stand in the block
  std::vector<int> local_;   // row -> its index among the rows below
  std::vector<int> child_, sibling_;
  std::vector<std::size_t> start_;  // where each supernode's update lies
  std::vector<std::uint8_t> done_;
  std::vector<int> waiting_;  // supernodes whose updates lie on the stack
  std::vector<double> stack_;
  double* block_ = nullptr;
  double* update_ = nullptr;
  std::size_t stride_ = 0;
  int top_tiles_ = 0;
};

SupernodalFactor::SupernodalFactor(Supernodes nodes) : nodes_(std::move(nodes)), start_{0} {
  for (int s = 0; s < nodes_.count(); ++s) {
    start_.push_back(start_.back() +
                     std::size_t(nodes_.columns(s)) * tile_rows * std::size_t(tilesOf(nodes_, s)));
  }
  value_.resize(start_.back());
}

Result<void> SupernodalFactor::factorize(std::span<const double> value) {
  const TileKernels<double>& kernels = tileKernels<double>();
  Fronts fronts(nodes_);
  for (int s = 0; s < nodes_.count(); ++s) {
    const int columns = nodes_.columns(s), below = tilesFor(int(nodes_.rowsBelow(s).size()));
    double* block = value_.data() + start_[s];
    fronts.assemble(s, value, block);
    const int bad = kernels.factorize(block, columns, tilesFor(columns) + below);
    if (bad >= 0) {
      return fail(
          ErrorCode::numeric_failure,
          text("sparse matrix: not positive definite or not finite (pivot of row ",
               nodes_.order[std::size_t(nodes_.first[s]) + bad], "); some unknowns are not held"));
    }
    const std::size_t stride = std::size_t(columns) * tile_rows;
    kernels.subtractSquare(fronts.update(), block + std::size_t(tilesFor(columns)) * stride,
                           columns, below);
    fronts.push(s);
  }
  return {};
}

template <class Scalar>
void SupernodalFactor::solveInOrder(std::span<const Scalar> b, std::span<Scalar> x, int width,
                                    std::span<Scalar> scratch) const noexcept {
  assert(scratch.size() >= nodes_.order.size() * std::size_t(width));
  for (std::size_t i = 0; i < nodes_.order.size(); ++i) {
    std::copy_n(b.data() + std::size_t(nodes_.order[i]) * width, width, scratch.data() + i * width);
  }
  if constexpr (std::is_same_v<Scalar, float>) {
    substitute(nodes_, start_, single_.data(), scratch.data(), width);
  } else {
    substitute(nodes_, start_, value_.data(), scratch.data(), width);
  }
  for (std::size_t i = 0; i < nodes_.order.size(); ++i) {
    std::copy_n(scratch.data() + i * width, width, x.data() + std::size_t(nodes_.order[i]) * width);
  }
}

template void SupernodalFactor::solveInOrder(std::span<const double>, std::span<double>, int,
                                             std::span<double>) const noexcept;
template void SupernodalFactor::solveInOrder(std::span<const float>, std::span<float>, int,
                                             std::span<float>) const noexcept;

}  // namespace vide::detail
