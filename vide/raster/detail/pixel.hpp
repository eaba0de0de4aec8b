// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

#include "vide/raster/canvas.hpp"

namespace vide::detail {

// Red, green, blue and alpha in one register. GCC's and clang's vector extension compiles to SSE
// and to the browser's simd128 alike, with the same IEEE results lane by lane.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));
using Short4 = std::uint16_t __attribute__((vector_size(8)));

inline constexpr float full = 65535;  // one, as pixels store it

inline Float4 splat(float value) { return Float4{value, value, value, value}; }
inline Float4 alphaOf(Float4 c) { return splat(c[3]); }
inline Float4 minimum(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 maximum(Float4 a, Float4 b) { return a > b ? a : b; }

inline Float4 loadPixel(const std::uint16_t* pixel) {
  Short4 stored;
  std::memcpy(&stored, pixel, sizeof stored);
  return __builtin_convertvector(__builtin_convertvector(stored, Int4), Float4);
}

// Rounds; the values must lie in 0..65535.
inline void storePixel(std::uint16_t* pixel, Float4 value) {
  const Int4 rounded = __builtin_convertvector(value + splat(0.5F), Int4);
  const Short4 stored = __builtin_convertvector(rounded, Short4);
  std::memcpy(pixel, &stored, sizeof stored);
}

// The bits of a pixel at once: zero where nothing has been painted.
inline std::uint64_t pixelBits(const std::uint16_t* pixel) {
  std::uint64_t bits;
  std::memcpy(&bits, pixel, sizeof bits);
  return bits;
}

inline Float4 premultiplied(Color c) {
  const float alpha = float(c.a) * (full / (255.0F * 255.0F));
  return Float4{float(c.r) * alpha, float(c.g) * alpha, float(c.b) * alpha, float(c.a) * 257.0F};
}

// `source` over what `pixel` holds.
inline void paintOver(std::uint16_t* pixel, Float4 source) {
  if (source[3] < full - 0.5F) {
    source += loadPixel(pixel) * (splat(1) - alphaOf(source) * splat(1 / full));
  }
  storePixel(pixel, source);
}

}  // namespace vide::detail
