// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstring>

namespace vide::detail {

// Two numbers in one register. GCC's and clang's vector extension compiles to SSE2 and to the
// browser's simd128 alike, with the same IEEE results lane by lane.
using Double2 = double __attribute__((vector_size(16)));

inline Double2 both(double value) { return Double2{value, value}; }

inline Double2 load(const double* from) {
  Double2 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store(double* to, Double2 value) { std::memcpy(to, &value, sizeof value); }

inline Double2 squareRoot(Double2 a) { return Double2{std::sqrt(a[0]), std::sqrt(a[1])}; }
inline Double2 larger(Double2 a, Double2 b) { return a > b ? a : b; }

}  // namespace vide::detail
