// SPDX-License-Identifier: MIT
#include "vide/weights/detail/solid_diffusion.hpp"

#include <cmath>

#include "vide/core/float4.hpp"

namespace vide::detail {
namespace {

constexpr int most_iterations = 2000;

using Double4 = std::array<double, 4>;

// The system with its diagonal scaled to one: S A S y = S b, w = S y, S = diag(A)^-1/2.
struct ScaledSystem {
  std::vector<std::array<int, 6>> neighbor;  // the cell itself where there is none
  std::vector<std::array<float, 6>> coupling;
  std::vector<float> scale;

  explicit ScaledSystem(const CellDiffusion& problem)
      : neighbor(problem.neighbor), coupling(problem.conductance), scale(problem.tie.size()) {
    for (std::size_t cell = 0; cell < scale.size(); ++cell) {
      float diagonal = problem.tie[cell];
      for (const float c : coupling[cell]) diagonal += c;
      scale[cell] = diagonal > 0 ? 1 / std::sqrt(diagonal) : 0;
    }
    for (std::size_t cell = 0; cell < scale.size(); ++cell) {
      for (int k = 0; k < 6; ++k) {
        if (neighbor[cell][k] < 0) neighbor[cell][k] = int(cell);
        coupling[cell][k] *= scale[cell] * scale[neighbor[cell][k]];
      }
    }
  }
  int cells() const { return int(scale.size()); }
};

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

class GroupSolver {
 public:
  explicit GroupSolver(const ScaledSystem& system)
      : system_(system),
        y_(system.cells()),
        residual_(system.cells()),
        direction_(system.cells()),
        image_(system.cells()) {}

  void solve(const float* p, const float* tie, float* w, double tolerance) {
    const int n = system_.cells();
    Sum4 right;
    for (int cell = 0; cell < n; ++cell) {
      const float s = system_.scale[cell];
      const Float4 b = loadFloat4(p + 4 * cell) * (tie[cell] * s);
      right.add(b * b);
      residual_[cell] = b;
      y_[cell] = s > 0 ? loadFloat4(w + 4 * cell) / s : Float4{};
    }
    direction_ = y_;
    apply();
    Sum4 start;
    for (int cell = 0; cell < n; ++cell) {
      residual_[cell] -= image_[cell];
      direction_[cell] = residual_[cell];
      start.add(residual_[cell] * residual_[cell]);
    }
    iterate(right.total(), start.total(), tolerance);
    for (int cell = 0; cell < n; ++cell) {
      storeFloat4(w + 4 * cell, y_[cell] * system_.scale[cell]);
    }
  }

 private:
  // image = A direction; returns their product.
  Double4 apply() {
    Sum4 product;
    for (int cell = 0; cell < system_.cells(); ++cell) {
      const auto& neighbor = system_.neighbor[cell];
      const auto& coupling = system_.coupling[cell];
      Float4 sum = direction_[cell];
      for (int k = 0; k < 6; ++k) sum -= direction_[neighbor[k]] * coupling[k];
      image_[cell] = sum;
      product.add(sum * direction_[cell]);
    }
    return product.total();
  }

  void iterate(const Double4& right, Double4 squared, double tolerance) {
    const double enough = tolerance * tolerance;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      bool done = true;
      for (int k = 0; k < 4; ++k) done &= squared[k] <= enough * right[k];
      if (done) return;
      const Double4 curvature = apply();
      Float4 step;
      for (int k = 0; k < 4; ++k) {
        step[k] = curvature[k] > 0 ? float(squared[k] / curvature[k]) : 0;
      }
      Sum4 sum;
      for (int cell = 0; cell < system_.cells(); ++cell) {
        y_[cell] += direction_[cell] * step;
        residual_[cell] -= image_[cell] * step;
        sum.add(residual_[cell] * residual_[cell]);
      }
      const Double4 next = sum.total();
      Float4 keep;
      for (int k = 0; k < 4; ++k) keep[k] = squared[k] > 0 ? float(next[k] / squared[k]) : 0;
      for (int cell = 0; cell < system_.cells(); ++cell) {
        direction_[cell] = residual_[cell] + direction_[cell] * keep;
      }
      squared = next;
    }
  }

  const ScaledSystem& system_;
  std::vector<Float4> y_, residual_, direction_, image_;
};

}  // namespace

Result<void> solve(const CellDiffusion& problem, const CellColumns& p, CellColumns& w,
                   double tolerance, ThreadPool* pool, const Progress& progress) {
  const ScaledSystem system(problem);
  parallelFor(pool, std::size_t(p.groups()), [&](std::size_t g) {
    if (progress.cancelled()) return;
    GroupSolver solver(system);
    solver.solve(p.group(int(g)), problem.tie.data(), w.group(int(g)), tolerance);
  });
  if (progress.cancelled()) return fail(ErrorCode::cancelled, "spreading heat: cancelled");
  return {};
}

}  // namespace vide::detail
