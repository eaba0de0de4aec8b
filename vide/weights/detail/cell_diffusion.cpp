// SPDX-License-Identifier: MIT
#include "vide/weights/detail/cell_diffusion.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <string>
#include <utility>

#include "vide/core/float4.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr int most_iterations = 1000;
constexpr std::size_t fewest_blocks = 8;  // on the coarsest level

using Double4 = std::array<double, 4>;

// Sums of single-precision products: short stretches in single, the whole in double.
class Sum4 {
 public:
  void add(Float4 value) {
    part_ += value;
    if (++count_ == 64) flush();
  }
  Double4 total() {
    flush();
    return total_;
  }

 private:
  void flush() {
    for (int k = 0; k < 4; ++k) total_[k] += double(part_[k]);
    part_ = Float4{};
    count_ = 0;
  }
  Float4 part_{};
  int count_ = 0;
  Double4 total_{};
};

Float4 quotient(const Double4& a, const Double4& b) {
  Float4 result;
  for (int k = 0; k < 4; ++k) result[k] = b[k] > 0 ? float(a[k] / b[k]) : 0;
  return result;
}

// Of a block that nothing ties, the preconditioner knows nothing.
float inverseOf(float entry) { return entry > 0 ? 1 / entry : 0; }

using Coordinate = std::array<int, 3>;

// The different ones among coordinates, numbered in ascending order.
class BlockNumbers {
 public:
  explicit BlockNumbers(std::span<const Coordinate> at) {
    for (const Coordinate& c : at) {
      for (int axis = 0; axis < 3; ++axis) size_[axis] = std::max(size_[axis], c[axis] + 1);
    }
    number_.assign(std::size_t(size_[0]) * size_[1] * size_[2], -1);
    for (const Coordinate& c : at) number_[placeOf(c)] = 0;
    for (int& number : number_) {
      if (number == 0) number = count_++;
    }
  }

  int count() const { return count_; }
  int operator[](const Coordinate& c) const { return number_[placeOf(c)]; }

 private:
  std::size_t placeOf(const Coordinate& c) const {
    return (std::size_t(c[0]) * size_[1] + c[1]) * size_[2] + c[2];
  }

  Coordinate size_{};
  std::vector<int> number_;
  int count_ = 0;
};

}  // namespace

CellDiffusion::CellDiffusion(CellGraph graph) : neighbor_(std::move(graph.neighbor)) {
  for (auto& around : neighbor_) std::ranges::replace(around, -1, cells());
  std::vector<Coordinate> at = std::move(graph.coordinate);
  while (at.size() > fewest_blocks) {
    for (Coordinate& c : at) c = {c[0] >> 1, c[1] >> 1, c[2] >> 1};
    const BlockNumbers number(at);
    Level level;
    level.blocks = number.count();
    std::vector<Coordinate> blocks(std::size_t(level.blocks));
    level.parent.reserve(at.size());
    for (const Coordinate& c : at) {
      level.parent.push_back(number[c]);
      blocks[std::size_t(level.parent.back())] = c;
    }
    if (levels_.empty()) {
      level.block = level.parent;
    } else {
      for (const int b : levels_.back().block) level.block.push_back(level.parent[b]);
    }
    levels_.push_back(std::move(level));
    at = std::move(blocks);
  }
}

// What all columns share: the matrix, and the blocks that pass heat on over long ways.
class CellDiffusion::System {
 public:
  System(const CellDiffusion& problem, std::span<const float> tie, ThreadPool* pool)
      : problem_(problem),
        diagonal_(tie.begin(), tie.end()),
        inverse_(tie.size()),
        block_inverse_(problem.levels_.size()) {
    for (int cell = 0; cell < cells(); ++cell) {
      for (const int other : neighbor()[cell]) {
        if (other < cells()) diagonal_[cell] += 1;
      }
      inverse_[cell] = inverseOf(diagonal_[cell]);
    }
    parallelFor(pool, block_inverse_.size(),
                [&](std::size_t l) { block_inverse_[l] = inversesOf(problem.levels_[l], tie); });
  }

  int cells() const { return problem_.cells(); }
  int levels() const { return int(block_inverse_.size()); }
  std::span<const int> parent(int level) const { return problem_.levels_[level].parent; }
  // That of the matrix's entry for a function that is 1 on a block and 0 elsewhere.
  std::span<const float> blockInverse(int level) const { return block_inverse_[level]; }
  std::span<const std::array<int, 6>> neighbor() const { return problem_.neighbor_; }
  std::span<const float> diagonal() const { return diagonal_; }
  std::span<const float> inverse() const { return inverse_; }

 private:
  // A block's entry: the ties in it, and one for every face between it and other blocks.
  std::vector<float> inversesOf(const Level& level, std::span<const float> tie) const {
    std::vector<float> entry(std::size_t(level.blocks), 0);
    for (int cell = 0; cell < cells(); ++cell) {
      float& here = entry[level.block[cell]];
      here += tie[cell];
      for (const int other : neighbor()[cell]) {
        if (other < cells() && level.block[other] != level.block[cell]) here += 1;
      }
    }
    for (float& e : entry) e = inverseOf(e);
    return entry;
  }

  const CellDiffusion& problem_;
  std::vector<float> diagonal_, inverse_;
  std::vector<std::vector<float>> block_inverse_;  // per level
};

// Conjugate gradients for four columns. The preconditioner adds up what the diagonal alone would
// answer on every level: Bramble, Pasciak, Xu, Parallel multilevel preconditioners, 1990, with
// functions that are constant on blocks.
class CellDiffusion::GroupSolver {
 public:
  explicit GroupSolver(const System& system)
      : system_(system),
        x_(system.cells()),
        residual_(system.cells()),
        direction_(system.cells() + 1),
        image_(system.cells()) {
    for (int l = 0; l < system.levels(); ++l) coarse_.emplace_back(system.blockInverse(l).size());
  }

  // w: p on entry, the solution on return. False where it does not settle.
  bool solve(std::span<const float> tie, float* w, double tolerance) {
    const int n = system_.cells();
    for (int cell = 0; cell < n; ++cell) {
      x_[cell] = loadFloat4(w + 4 * cell);
      residual_[cell] = x_[cell] * tie[cell];
      direction_[cell] = x_[cell];
    }
    const Double4 right = precondition();
    apply();
    for (int cell = 0; cell < n; ++cell) residual_[cell] -= image_[cell];
    Double4 squared = precondition();
    for (int cell = 0; cell < n; ++cell) direction_[cell] = step(cell);
    for (int k = 0; k < most_iterations && !done(squared, right, tolerance); ++k) {
      squared = iterate(squared);
    }
    for (int cell = 0; cell < n; ++cell) storeFloat4(w + 4 * cell, x_[cell]);
    return done(squared, right, tolerance);
  }

 private:
  static bool done(const Double4& squared, const Double4& right, double tolerance) {
    bool all = true;
    for (int k = 0; k < 4; ++k) all &= squared[k] <= tolerance * tolerance * right[k];
    return all;
  }

  Double4 iterate(const Double4& squared) {
    const Float4 length = quotient(squared, apply());
    for (int cell = 0; cell < system_.cells(); ++cell) residual_[cell] -= image_[cell] * length;
    const Double4 next = precondition();
    const Float4 keep = quotient(next, squared);
    for (int cell = 0; cell < system_.cells(); ++cell) {
      const Float4 old = direction_[cell];
      x_[cell] += old * length;
      direction_[cell] = step(cell) + old * keep;
    }
    return next;
  }

  // image = A direction; returns their product.
  Double4 apply() {
    Sum4 product;
    for (int cell = 0; cell < system_.cells(); ++cell) {
      Float4 sum = direction_[cell] * system_.diagonal()[cell];
      for (const int other : system_.neighbor()[cell]) sum -= direction_[other];
      image_[cell] = sum;
      product.add(sum * direction_[cell]);
    }
    return product.total();
  }

  // The preconditioned residual.
  Float4 step(int cell) const {
    const Float4 own = residual_[cell] * system_.inverse()[cell];
    return coarse_.empty() ? own : own + coarse_[0][system_.parent(0)[cell]];
  }

  // Prepares step(); returns its product with the residual.
  Double4 precondition() {
    const std::vector<Float4>* finer = &residual_;
    for (int l = 0; l < system_.levels(); ++l) {
      std::ranges::fill(coarse_[l], Float4{});
      const auto parent = system_.parent(l);
      for (std::size_t k = 0; k < parent.size(); ++k) coarse_[l][parent[k]] += (*finer)[k];
      finer = &coarse_[l];
    }
    for (int l = system_.levels() - 1; l >= 0; --l) {
      const auto inverse = system_.blockInverse(l);
      for (std::size_t k = 0; k < inverse.size(); ++k) coarse_[l][k] *= inverse[k];
      if (l + 1 == system_.levels()) continue;
      const auto parent = system_.parent(l + 1);
      for (std::size_t k = 0; k < parent.size(); ++k) coarse_[l][k] += coarse_[l + 1][parent[k]];
    }
    Sum4 product;
    for (int cell = 0; cell < system_.cells(); ++cell) product.add(step(cell) * residual_[cell]);
    return product.total();
  }

  const System& system_;
  std::vector<Float4> x_, residual_, direction_, image_;
  std::vector<std::vector<Float4>> coarse_;
};

Result<void> CellDiffusion::solve(std::span<const float> tie, CellColumns& w, double tolerance,
                                  ThreadPool* pool, const Progress& progress) const {
  const System system(*this, tie, pool);
  std::atomic<int> done = 0;
  std::atomic<bool> settled = true;
  parallelFor(pool, std::size_t(w.groups()), [&](std::size_t g) {
    if (progress.cancelled()) return;
    if (!GroupSolver(system).solve(tie, w.group(int(g)), tolerance)) settled = false;
    ++done;
  });
  if (done < w.groups()) return fail(ErrorCode::cancelled, "spreading heat: cancelled");
  if (!settled) {
    return fail(ErrorCode::numeric_failure,
                text("spreading heat: not settled after ", most_iterations,
                     " rounds; use fewer cells, or move bones nearer to the surface"));
  }
  progress.report(1);
  return {};
}

}  // namespace vide::detail
