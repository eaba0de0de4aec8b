// SPDX-License-Identifier: MIT
#include "vide/deform/detail/anderson.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace vide::detail {

namespace {

// Steps that nearly depend on each other must not get large shares of opposite sign.
constexpr double damping = 1e-10;

// Eight sums in turn, so that no addition waits for the one before.
template <class A, class B>
double dot(std::span<const A> a, std::span<const B> b) {
  constexpr std::size_t width = 8;
  double sums[width] = {};
  std::size_t i = 0;
  for (; i + width <= a.size(); i += width) {
    for (std::size_t k = 0; k < width; ++k) sums[k] += double(a[i + k]) * double(b[i + k]);
  }
  for (; i < a.size(); ++i) sums[0] += double(a[i]) * double(b[i]);
  double sum = 0;
  for (double part : sums) sum += part;
  return sum;
}

std::span<float> slot(std::vector<float>& ring, int index, std::size_t size) {
  return std::span(ring).subspan(std::size_t(index) * size, size);
}

}  // namespace

Anderson::Anderson(std::size_t size, int window)
    : size_(size),
      window_(window),
      last_result_(size),
      last_r_(size),
      last_s_(size),
      r_changes_(size * std::size_t(window)),
      s_changes_(size * std::size_t(window)),
      result_changes_(size * std::size_t(window)),
      gram_(Gram::Zero(window, window)) {}

// Puts the changes since the last call into the oldest slot.
void Anderson::remember(std::span<const double> x, std::span<const double> r,
                        std::span<const double> s) {
  const int newest = (known_ - 1) % window_;
  const std::span<float> r_change = slot(r_changes_, newest, size_);
  const std::span<float> s_change = slot(s_changes_, newest, size_);
  const std::span<float> result_change = slot(result_changes_, newest, size_);
  for (std::size_t i = 0; i < size_; ++i) {
    r_change[i] = float(r[i] - double(last_r_[i]));
    s_change[i] = float(s[i] - double(last_s_[i]));
    result_change[i] = float((x[i] + s[i]) - last_result_[i]);
  }
  for (int i = 0; i < std::min(known_, window_); ++i) {
    gram_(i, newest) = gram_(newest, i) = dot<float, float>(s_change, slot(r_changes_, i, size_));
  }
}

// Least squares in the norm of A: the combination of changes that comes closest to the last step.
void Anderson::solveForShares(std::span<const double> s, int count) {
  Gram system = gram_.topLeftCorner(count, count);
  Shares right(count), scale(count);
  for (int i = 0; i < count; ++i) {
    // A change that rounding has hidden takes no part.
    scale[i] = std::abs(system(i, i)) > 0 ? 1 / std::sqrt(std::abs(system(i, i))) : 0;
    right[i] = dot<float, double>(slot(r_changes_, i, size_), s) * scale[i];
  }
  system = scale.asDiagonal() * system * scale.asDiagonal();
  system.diagonal().array() += damping;
  shares_ = scale.asDiagonal() * system.ldlt().solve(right);
}

void Anderson::advance(std::span<const double> x, std::span<const double> r,
                       std::span<const double> s, std::span<double> next) {
  if (known_ > 0) remember(x, r, s);
  for (std::size_t i = 0; i < size_; ++i) {
    last_r_[i] = float(r[i]);
    last_s_[i] = float(s[i]);
    next[i] = last_result_[i] = x[i] + s[i];
  }
  const int count = std::min(known_, window_);
  ++known_;
  if (count == 0) return;
  solveForShares(s, count);
  for (int j = 0; j < count; ++j) {
    const std::span<const float> change = slot(result_changes_, j, size_);
    const double share = shares_[j];
    for (std::size_t i = 0; i < size_; ++i) next[i] -= share * double(change[i]);
  }
}

}  // namespace vide::detail
