// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "vide/deform/arap.hpp"
#include "vide/deform/detail/anderson.hpp"

namespace vide::detail {

struct AlternationLimits {
  int max_iterations;
  double tolerance;
  ArapAcceleration acceleration;
};

// What alternate() writes to.
struct AlternationScratch {
  std::vector<double> plain, mixed;
  Anderson anderson;

  AlternationScratch() = default;
  AlternationScratch(std::size_t size, ArapAcceleration acceleration) : plain(size), mixed(size) {
    constexpr int window = 5;
    if (acceleration == ArapAcceleration::anderson) anderson = Anderson(size, window);
  }
};

// Alternates local and global steps from x, which is left at the best point found.
//     fit(x)      fits the rotations to x, prepares the global step and returns the energy of x
//     step(next)  writes the result of the global step
// The first energy may be that of a guess that meets no constraints: it is not compared with.
template <class Fit, class Step>
ArapOutcome alternate(const AlternationLimits& limits, AlternationScratch& scratch,
                      std::span<double> x, Fit fit, Step step) {
  const bool accelerated = limits.acceleration == ArapAcceleration::anderson;
  const std::span<double> plain(scratch.plain), mixed(scratch.mixed);
  scratch.anderson.reset();
  ArapOutcome outcome{0, fit(std::span<const double>(x))};
  while (outcome.iterations < limits.max_iterations) {
    step(plain);
    const bool comparable = outcome.iterations > 0;
    ++outcome.iterations;
    std::span<const double> next = plain;
    double energy;
    if (accelerated && comparable) {
      scratch.anderson.advance(x, plain, mixed);
      next = mixed;
      energy = fit(next);
      if (!(energy <= outcome.energy)) {
        scratch.anderson.reset();
        next = plain;
        energy = fit(next);
      }
    } else {
      energy = fit(next);
    }
    // Rounding alone can raise the energy of a plain step: there is nothing left to gain.
    if (comparable && !(energy <= outcome.energy)) break;
    std::ranges::copy(next, x.begin());
    const double before = std::exchange(outcome.energy, energy);
    if (comparable && before - energy <= limits.tolerance * std::abs(before)) break;
  }
  return outcome;
}

}  // namespace vide::detail
