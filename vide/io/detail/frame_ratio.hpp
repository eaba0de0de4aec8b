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

// A frame rate as it was meant. A whole number, or the 1000/1001 of one that television has, where
// `value` is within a 50 000th: recordings give the time of a frame to few digits (0.033333 s), and
// people say 23.976. Else the simplest fraction within a ten millionth, which is what a clip's
// length in single precision leaves open, by continued fractions, with parts below 2^31. `value`
// must be from 1e-6 to 1e6.
inline Ratio ratioOf(double value) {
  constexpr double most = 2147483647, tolerance = 1e-7, rounding = 2e-5;
  for (const auto& [times, over] : {Ratio{1, 1}, Ratio{1000, 1001}}) {
    const double whole = std::floor(value * double(over) / double(times) + 0.5);
    if (std::abs(value - whole * double(times) / double(over)) > rounding * value) continue;
    return {std::int64_t(whole) * times, over};
  }
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
