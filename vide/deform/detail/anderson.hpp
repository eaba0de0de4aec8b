// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace vide::detail {

// Anderson acceleration of a fixed-point iteration x -> g(x): the next point is that combination of
// the last results of g whose steps g(x) - x nearly cancel. Anderson, Iterative procedures for
// nonlinear integral equations, 1965; Walker and Ni, 2011.
class Anderson {
 public:
  Anderson() = default;
  // `size` numbers in an x; remembers up to `window` steps, at most 8.
  Anderson(std::size_t size, int window);

  // Forgets all steps.
  void reset() { known_ = 0; }

  // Takes x and g = g(x); writes the next point to `mixed`. Allocates nothing.
  void advance(std::span<const double> x, std::span<const double> g, std::span<double> mixed);

 private:
  static constexpr int most_steps = 8;
  using Gram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_steps, most_steps>;
  using Shares = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_steps, 1>;

  void remember(std::span<const double> x, std::span<const double> g);
  void solveForShares(int count);

  std::size_t size_ = 0;
  int window_ = 0;
  int known_ = 0;  // calls since the last reset
  std::vector<double> last_step_, last_g_;
  std::vector<double> step_changes_, g_changes_;  // window x size
  Gram gram_;
  Shares shares_;
};

}  // namespace vide::detail
