// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace vide::detail {

// A number as a fraction, above 0.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
};

// The simplest fraction within a billionth of `value` whose parts stay below 2^31, by continued
// fractions. `value` must be from 1e-6 to 1e6.
inline Ratio ratioOf(double value) {
  constexpr double most = 2147483647, tolerance = 1e-9;
  Ratio before{1, 0}, now{std::int64_t(std::floor(value)), 1};
  double rest = value - std::floor(value);
  while (std::abs(double(now.numerator) / double(now.denominator) - value) > tolerance * value) {
    const double next = std::floor(1 / rest);
    rest = 1 / rest - next;
    const double numerator = next * double(now.numerator) + double(before.numerator);
    const double denominator = next * double(now.denominator) + double(before.denominator);
    if (!(numerator <= most && denominator <= most)) break;
    before = std::exchange(now, {std::int64_t(numerator), std::int64_t(denominator)});
  }
  return now;
}

}  // namespace vide::detail
