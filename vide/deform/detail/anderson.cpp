// SPDX-License-Identifier: MIT
#include "vide/deform/detail/anderson.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "vide/deform/detail/lanes.hpp"

namespace vide::detail {

namespace {

// Steps that nearly depend on each other must not get large shares of opposite sign.
constexpr double damping = 1e-10;

double dot(std::span<const double> a, std::span<const double> b) {
  Double2 sum{};
  std::size_t i = 0;
  for (; i + 1 < a.size(); i += 2) sum += load(&a[i]) * load(&b[i]);
  return sum[0] + sum[1] + (i < a.size() ? a[i] * b[i] : 0);
}

std::span<double> slot(std::vector<double>& ring, int index, std::size_t size) {
  return std::span(ring).subspan(std::size_t(index) * size, size);
}

}  // namespace

Anderson::Anderson(std::size_t size, int window)
    : size_(size),
      window_(window),
      last_step_(size),
      last_g_(size),
      step_changes_(size * std::size_t(window)),
      g_changes_(size * std::size_t(window)),
      gram_(Gram::Zero(window, window)) {}

// Puts the change since the last call into the oldest slot.
void Anderson::remember(std::span<const double> x, std::span<const double> g) {
  const int newest = (known_ - 1) % window_;
  const std::span<double> step_change = slot(step_changes_, newest, size_);
  const std::span<double> g_change = slot(g_changes_, newest, size_);
  for (std::size_t i = 0; i < size_; ++i) {
    step_change[i] = (g[i] - x[i]) - last_step_[i];
    g_change[i] = g[i] - last_g_[i];
  }
  for (int i = 0; i < std::min(known_, window_); ++i) {
    gram_(i, newest) = gram_(newest, i) = dot(step_change, slot(step_changes_, i, size_));
  }
}

// Least squares: the shares whose combination of changes comes closest to the last step.
void Anderson::solveForShares(int count) {
  Gram system = gram_.topLeftCorner(count, count);
  Shares right(count), scale(count);
  for (int i = 0; i < count; ++i) {
    scale[i] = system(i, i) > 0 ? 1 / std::sqrt(system(i, i)) : 0;
    right[i] = dot(last_step_, slot(step_changes_, i, size_)) * scale[i];
  }
  system = scale.asDiagonal() * system * scale.asDiagonal();
  system.diagonal().array() += damping;
  shares_ = scale.asDiagonal() * system.ldlt().solve(right);
}

void Anderson::advance(std::span<const double> x, std::span<const double> g,
                       std::span<double> mixed) {
  if (known_ > 0) remember(x, g);
  for (std::size_t i = 0; i < size_; ++i) last_step_[i] = g[i] - x[i];
  std::ranges::copy(g, last_g_.begin());
  std::ranges::copy(g, mixed.begin());
  const int count = std::min(known_, window_);
  ++known_;
  if (count == 0) return;
  solveForShares(count);
  for (int j = 0; j < count; ++j) {
    const std::span<const double> change = slot(g_changes_, j, size_);
    for (std::size_t i = 0; i < size_; ++i) mixed[i] -= shares_[j] * change[i];
  }
}

}  // namespace vide::detail
