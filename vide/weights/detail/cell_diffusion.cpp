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

// Blocks of 2 x 2 x 2 cells, of eight such blocks, and so on. A block's `inverse` is that of the
// matrix's entry for a function that is 1 on it and 0 elsewhere.
struct Level {
  std::vector<int> parent;     // of each cell or block of the finer level
  std::vector<float> inverse;  // per block of this level
};

// What all columns share: the matrix, and the blocks that pass heat on over long ways.
class DiffusionSystem {
 public:
  explicit DiffusionSystem(const CellDiffusion& problem)
      : neighbor_(problem.neighbor), diagonal_(problem.tie), inverse_(problem.tie.size()) {
    for (int cell = 0; cell < cells(); ++cell) {
      for (int& other : neighbor_[cell]) {
        if (other >= 0) diagonal_[cell] += 1;
        if (other < 0) other = cells();  // an entry that is always 0
      }
      inverse_[cell] = inverseOf(diagonal_[cell]);
    }
    buildLevels(problem);
  }

  int cells() const { return int(diagonal_.size()); }
  std::span<const Level> levels() const { return levels_; }
  std::span<const std::array<int, 6>> neighbor() const { return neighbor_; }
  std::span<const float> diagonal() const { return diagonal_; }
  std::span<const float> inverse() const { return inverse_; }

 private:
  using Coordinate = std::array<int, 3>;

  void buildLevels(const CellDiffusion& problem) {
    std::vector<Coordinate> at = problem.coordinate;
    std::vector<int> block(at.size());  // of each cell, on the level that is built
    for (std::size_t k = 0; k < block.size(); ++k) block[k] = int(k);
    while (at.size() > fewest_blocks) {
      for (Coordinate& c : at) c = {c[0] >> 1, c[1] >> 1, c[2] >> 1};
      std::vector<Coordinate> blocks = at;
      std::ranges::sort(blocks);
      blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
      Level level;
      for (const Coordinate& c : at) {
        level.parent.push_back(int(std::ranges::lower_bound(blocks, c) - blocks.begin()));
      }
      for (int& b : block) b = level.parent[b];
      level.inverse = inversesOf(problem, block, blocks.size());
      levels_.push_back(std::move(level));
      at = std::move(blocks);
    }
  }

  // A block's entry: the ties in it, and one for every face between it and other blocks.
  std::vector<float> inversesOf(const CellDiffusion& problem, const std::vector<int>& block,
                                std::size_t blocks) const {
    std::vector<float> entry(blocks, 0);
    for (std::size_t cell = 0; cell < block.size(); ++cell) {
      entry[block[cell]] += problem.tie[cell];
      for (const int other : problem.neighbor[cell]) {
        if (other >= 0 && block[other] != block[cell]) entry[block[cell]] += 1;
      }
    }
    for (float& e : entry) e = inverseOf(e);
    return entry;
  }

  std::vector<std::array<int, 6>> neighbor_;
  std::vector<float> diagonal_, inverse_;
  std::vector<Level> levels_;
};

// Conjugate gradients for four columns. The preconditioner adds up what the diagonal alone would
// answer on every level: Bramble, Pasciak, Xu, Parallel multilevel preconditioners, 1990, with
// functions that are constant on blocks.
class GroupSolver {
 public:
  explicit GroupSolver(const DiffusionSystem& system)
      : system_(system),
        x_(system.cells()),
        residual_(system.cells()),
        step_(system.cells()),
        direction_(system.cells() + 1),
        image_(system.cells()) {
    for (const Level& level : system.levels()) coarse_.emplace_back(level.inverse.size());
  }

  // w: p on entry, the solution on return. False where it does not settle.
  bool solve(const float* tie, float* w, double tolerance) {
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
    for (int cell = 0; cell < n; ++cell) direction_[cell] = step_[cell];
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
    for (int cell = 0; cell < system_.cells(); ++cell) {
      x_[cell] += direction_[cell] * length;
      residual_[cell] -= image_[cell] * length;
    }
    const Double4 next = precondition();
    const Float4 keep = quotient(next, squared);
    for (int cell = 0; cell < system_.cells(); ++cell) {
      direction_[cell] = step_[cell] + direction_[cell] * keep;
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

  // step = preconditioned residual; returns their product.
  Double4 precondition() {
    const std::vector<Float4>* finer = &residual_;
    for (std::size_t l = 0; l < coarse_.size(); ++l) {
      std::ranges::fill(coarse_[l], Float4{});
      const auto& parent = system_.levels()[l].parent;
      for (std::size_t k = 0; k < parent.size(); ++k) coarse_[l][parent[k]] += (*finer)[k];
      finer = &coarse_[l];
    }
    for (std::size_t l = coarse_.size(); l-- > 0;) {
      const auto& inverse = system_.levels()[l].inverse;
      for (std::size_t k = 0; k < inverse.size(); ++k) coarse_[l][k] *= inverse[k];
      if (l + 1 == coarse_.size()) continue;
      const auto& parent = system_.levels()[l + 1].parent;
      for (std::size_t k = 0; k < parent.size(); ++k) coarse_[l][k] += coarse_[l + 1][parent[k]];
    }
    Sum4 product;
    for (int cell = 0; cell < system_.cells(); ++cell) {
      Float4 step = residual_[cell] * system_.inverse()[cell];
      if (!coarse_.empty()) step += coarse_[0][system_.levels()[0].parent[cell]];
      step_[cell] = step;
      product.add(step * residual_[cell]);
    }
    return product.total();
  }

  const DiffusionSystem& system_;
  std::vector<Float4> x_, residual_, step_, direction_, image_;
  std::vector<std::vector<Float4>> coarse_;
};

}  // namespace

Result<void> solveDiffusion(const CellDiffusion& problem, CellColumns& w, double tolerance,
                            ThreadPool* pool, const Progress& progress) {
  const DiffusionSystem system(problem);
  std::atomic<int> done = 0;
  std::atomic<bool> settled = true;
  parallelFor(pool, std::size_t(w.groups()), [&](std::size_t g) {
    if (progress.cancelled()) return;
    if (!GroupSolver(system).solve(problem.tie.data(), w.group(int(g)), tolerance)) settled = false;
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
