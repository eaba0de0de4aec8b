// SPDX-License-Identifier: MIT
#include "vide/io/detail/frame_ratio.hpp"

#include <cmath>
#include <utility>

namespace vide::detail {

Ratio ratioOf(double value) {
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
