// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vide {

// A decoded picture: 8-bit sRGB red, green, blue and straight (not premultiplied) alpha, four bytes
// a pixel, rows from the top, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  // 4 * width * height

  Image() = default;
  // All pixels transparent black.
  Image(int columns, int rows)
      : width(columns), height(rows), rgba(4 * std::size_t(columns) * std::size_t(rows)) {}

  std::uint8_t* pixel(int column, int row) {
    return rgba.data() + 4 * (std::size_t(row) * std::size_t(width) + std::size_t(column));
  }
  const std::uint8_t* pixel(int column, int row) const {
    return rgba.data() + 4 * (std::size_t(row) * std::size_t(width) + std::size_t(column));
  }
  friend bool operator==(const Image&, const Image&) = default;
};

}  // namespace vide
