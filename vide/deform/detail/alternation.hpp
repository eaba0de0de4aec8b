// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/deform/arap.hpp"
#include "vide/deform/detail/anderson.hpp"

namespace vide::detail {

struct AlternationLimits {
  int max_iterations;
  double tolerance;
  ArapAcceleration acceleration;

  // Error: a number below zero, or none.
  Result<void> check() const {
    if (max_iterations >= 0 && tolerance >= 0) return {};
    return fail(ErrorCode::invalid_argument,
                text("max_iterations is ", max_iterations, " and tolerance ", tolerance,
                     "; neither may be negative"));
  }
};

// What alternate() writes to.
struct AlternationScratch {
  std::vector<double> residual, step, next;
  Anderson anderson;

  AlternationScratch() = default;
  AlternationScratch(std::size_t size, ArapAcceleration acceleration)
      : residual(size), step(size), next(size) {
    constexpr int window = 3;
    if (acceleration == ArapAcceleration::anderson) anderson = Anderson(size, window);
  }
};

// How carefully a global step is solved.
enum class Care { fast, exact };

// Alternates local and global steps from x, which is left at the best point found.
//     fit(x, r)          fits the rotations to x: writes the residual of the global system and
//                        returns the energy of x
//     solve(r, s, care)  the global step: x + s is the best shape for those rotations, or close
// An accelerated step that does not lower the energy is replaced by a plain one, and a fast one
// that does not by an exact one, which always does, until there is nothing left to gain.
template <class Fit, class Solve>
class Alternation {
 public:
  Alternation(const AlternationLimits& limits, AlternationScratch& scratch, std::span<double> x,
              Fit fit, Solve solve)
      : limits_(limits), scratch_(scratch), x_(x), fit_(fit), solve_(solve) {}

  ArapOutcome run() {
    scratch_.anderson.reset();
    ArapOutcome outcome{0, fit_(std::span<const double>(x_), std::span(scratch_.residual))};
    while (outcome.iterations < limits_.max_iterations) {
      ++outcome.iterations;
      const double energy = advance(outcome.energy);
      if (!(energy < outcome.energy)) break;
      std::ranges::copy(scratch_.next, x_.begin());
      const double before = std::exchange(outcome.energy, energy);
      if (before - energy <= limits_.tolerance * std::abs(before)) break;
    }
    return outcome;
  }

 private:
  // Finds the next point and returns its energy.
  double advance(double energy) {
    const std::span<double> step(scratch_.step), next(scratch_.next);
    solve_(std::span<const double>(scratch_.residual), step, care_);
    if (limits_.acceleration == ArapAcceleration::anderson) {
      scratch_.anderson.advance(x_, scratch_.residual, step, next);
      if (const double mixed = fitNext(); mixed < energy) return mixed;
      scratch_.anderson.reset();
    }
    if (const double plain = plainStep(); plain < energy || care_ == Care::exact) return plain;
    care_ = Care::exact;
    fit_(std::span<const double>(x_), std::span(scratch_.residual));
    solve_(std::span<const double>(scratch_.residual), step, care_);
    return plainStep();
  }

  double plainStep() {
    for (std::size_t i = 0; i < x_.size(); ++i) scratch_.next[i] = x_[i] + scratch_.step[i];
    return fitNext();
  }

  double fitNext() {
    return fit_(std::span<const double>(scratch_.next), std::span(scratch_.residual));
  }

  const AlternationLimits& limits_;
  AlternationScratch& scratch_;
  std::span<double> x_;
  Fit fit_;
  Solve solve_;
  // Plain steps are exact, so that they are those of the method's authors.
  Care care_ = limits_.acceleration == ArapAcceleration::none ? Care::exact : Care::fast;
};

}  // namespace vide::detail
