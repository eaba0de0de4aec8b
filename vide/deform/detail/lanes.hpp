// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>

#include "vide/core/inline.hpp"

// Four numbers side by side. GCC's and clang's vector extension compiles to one AVX2 register, two
// SSE2 ones or two of the browser's, with the same IEEE results lane by lane. Everything here is
// inlined, so that a function compiled for AVX2 gets it so.

namespace vide::detail {

using Four = double __attribute__((vector_size(32)));

VIDE_INLINE Four splat(double value) { return Four{value, value, value, value}; }

VIDE_INLINE Four load(const double* from) {
  Four value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

VIDE_INLINE void store(double* to, Four value) { std::memcpy(to, &value, sizeof value); }

VIDE_INLINE Four squareRoot(Four a) {
  return Four{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
}

VIDE_INLINE double sumOf(Four a) { return (a[0] + a[1]) + (a[2] + a[3]); }

// Rows become columns.
VIDE_INLINE void transpose(Four (&m)[4]) {
  const Four a = __builtin_shufflevector(m[0], m[1], 0, 4, 2, 6);
  const Four b = __builtin_shufflevector(m[0], m[1], 1, 5, 3, 7);
  const Four c = __builtin_shufflevector(m[2], m[3], 0, 4, 2, 6);
  const Four d = __builtin_shufflevector(m[2], m[3], 1, 5, 3, 7);
  m[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  m[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  m[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  m[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

}  // namespace vide::detail
