// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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
Ratio ratioOf(double value);

}  // namespace vide::detail
