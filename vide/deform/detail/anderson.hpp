// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace vide::detail {

// Anderson acceleration of a descent whose plain step is s(x) = A^-1 r(x), r the downhill gradient
// of an energy and A positive definite: the next point is that combination of the last plain
// results x + s whose steps nearly cancel, measured in the norm of A. Where the energy is quadratic
// two remembered steps already suffice for what many do.
//
// Anderson, Iterative procedures for nonlinear integral equations, 1965; Walker and Ni, Anderson
// acceleration for fixed-point iterations, 2011.
class Anderson {
 public:
  Anderson() = default;
  // `size` numbers in an x; remembers up to `window` steps, at most 8.
  Anderson(std::size_t size, int window);

  // Forgets all steps.
  void reset() { known_ = 0; }

  // Writes the next point after x, given r(x) and s(x). Allocates nothing.
  void advance(std::span<const double> x, std::span<const double> r, std::span<const double> s,
               std::span<double> next);

 private:
  static constexpr int most_steps = 8;
  using Gram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_steps, most_steps>;
  using Shares = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_steps, 1>;

  void remember(std::span<const double> x, std::span<const double> r, std::span<const double> s);
  void solveForShares(std::span<const double> s, int count);

  std::size_t size_ = 0;
  int window_ = 0;
  int known_ = 0;  // calls since the last reset
  std::vector<double> last_result_;
  // A history needs few digits: what is combined goes to zero as the iteration converges.
  std::vector<float> last_r_, last_s_;
  std::vector<float> r_changes_, s_changes_, result_changes_;  // window x size
  Gram gram_;
  Shares shares_;
};

}  // namespace vide::detail
