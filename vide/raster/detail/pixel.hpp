// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "vide/raster/canvas.hpp"

namespace vide::detail {

// Red, green, blue and alpha in one register. GCC's and clang's vector extension compiles to SSE
// and to the browser's simd128 alike, with the same IEEE results lane by lane.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));
using Short8 = std::uint16_t __attribute__((vector_size(16)));
using Long2 = std::uint64_t __attribute__((vector_size(16)));

inline constexpr float full = 65535;  // one, as pixels store it

inline Float4 splat(float value) { return Float4{value, value, value, value}; }
inline Float4 alphaOf(Float4 c) { return __builtin_shufflevector(c, c, 3, 3, 3, 3); }
inline Float4 minimum(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 maximum(Float4 a, Float4 b) { return a > b ? a : b; }

// The bits of a pixel at once: zero where nothing has been painted.
inline std::uint64_t pixelBits(const std::uint16_t* pixel) {
  std::uint64_t bits;
  std::memcpy(&bits, pixel, sizeof bits);
  return bits;
}

inline bool isOpaque(std::uint64_t pixel_bits) { return pixel_bits >> 48 == 65535; }

inline Float4 firstPixel(Short8 pair) {
  const Short8 wide = __builtin_shufflevector(pair, Short8{}, 0, 8, 1, 9, 2, 10, 3, 11);
  return __builtin_convertvector(std::bit_cast<Int4>(wide), Float4);
}

inline Float4 secondPixel(Short8 pair) {
  const Short8 wide = __builtin_shufflevector(pair, Short8{}, 4, 12, 5, 13, 6, 14, 7, 15);
  return __builtin_convertvector(std::bit_cast<Int4>(wide), Float4);
}

inline Int4 widened(std::uint64_t pixel_bits) {
  const auto narrow = std::bit_cast<Short8>(Long2{pixel_bits, 0});
  return std::bit_cast<Int4>(__builtin_shufflevector(narrow, Short8{}, 0, 8, 1, 9, 2, 10, 3, 11));
}

inline Float4 loadPixel(const std::uint16_t* pixel) {
  return __builtin_convertvector(widened(pixelBits(pixel)), Float4);
}

// Two pixels side by side.
inline Short8 loadPair(const std::uint16_t* pixel) {
  Short8 pair;
  std::memcpy(&pair, pixel, sizeof pair);
  return pair;
}

// Rounds; the values must lie in 0..65535.
inline void storePixel(std::uint16_t* pixel, Float4 value) {
  const Int4 rounded = __builtin_convertvector(value + splat(0.5F), Int4);
  const Long2 wide = std::bit_cast<Long2>(rounded);
  const Int4 pairs = std::bit_cast<Int4>(wide | wide >> 16);
  const Long2 narrow = std::bit_cast<Long2>(__builtin_shufflevector(pairs, pairs, 0, 2, 0, 2));
  const std::uint64_t bits = narrow[0];
  std::memcpy(pixel, &bits, sizeof bits);
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
