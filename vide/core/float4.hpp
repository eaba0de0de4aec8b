// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

#include "vide/core/inline.hpp"

// Four floats in one register, in the vector extension of GCC and clang: SSE2, NEON and the
// browser's simd128 alike, with the same IEEE results lane by lane.
namespace vide {

typedef float Float4 __attribute__((vector_size(16)));
typedef std::int32_t Int4 __attribute__((vector_size(16)));

inline Float4 loadFloat4(const float* from) {
  Float4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void storeFloat4(float* to, Float4 value) { std::memcpy(to, &value, sizeof value); }

template <int Lane>
inline Float4 spread(Float4 a) {
  return __builtin_shufflevector(a, a, Lane, Lane, Lane, Lane);
}

// Rows for columns.
inline void transpose(Float4& a, Float4& b, Float4& c, Float4& d) {
  const Float4 low_ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Float4 low_cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Float4 high_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Float4 high_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
  d = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // about calls with wide registers: it is never called
#endif
// 1 / sqrt(x), for a float or a register of them and its `bits`, by Newton's iteration from a guess
// at the exponent: a unit or two in the last place, and the same on every target. Zero gives a
// large finite number.
template <class Floats, class Ints>
VIDE_INLINE Floats inverseRoot(const Floats& x, const Ints& bits) {
  const Ints guess = 0x5f375a86 - (bits >> 1);
  Floats y;
  std::memcpy(&y, &guess, sizeof y);
  const Floats half = x * 0.5f;
  y = y * (1.5f - half * y * y);
  y = y * (1.5f - half * y * y);
  return y * (1.5f - half * y * y);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace vide
