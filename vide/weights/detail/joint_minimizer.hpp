// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/table_limit.hpp"
#include "vide/weights/detail/bounded_minimizer.hpp"

namespace vide::detail {

// Minimises the sum of x_i^T Q x_i over several handles i, with x_i >= 0 and the x_i of each vertex
// summing to one.
//
// Each round guesses which entries are zero, expresses at each vertex one entry (the largest) by
// the others, and solves one sparse system for all that remain; guesses are corrected as in
// BoundedMinimizer.
struct JointOptions {
  double tolerance = 1e-6;                      // of the residual
  std::size_t max_entries = usual_max_entries;  // of a round's system; 2^31 - 1 at most
};

struct JointOutcome {
  // max over vertices that are not given, and handles, of |x - project(x - diag(Q)^-1 Q x)|, with
  // project the nearest point of non-negative rows that sum to one.
  double residual = 0;
  int factorizations = 0;
};

// x[i] holds handle i's start, rows summing to one, and becomes the minimiser. Errors: a system
// that is not positive definite (numeric_failure) or too large (limit_exceeded), cancelled.
Result<JointOutcome> minimizeJointly(const BoundedEnergy& energy,
                                     std::span<const std::uint8_t> given,
                                     const JointOptions& options,
                                     std::vector<std::vector<double>>& x, const Progress& progress);

}  // namespace vide::detail
