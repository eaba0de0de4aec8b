// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vide {

// How much of each pixel belongs to the shape, 0..255, rows from the top, and from which value on a
// pixel counts as inside. Soft edges keep their sub-pixel position this way.
struct Coverage {
  int width = 0;
  int height = 0;
  std::uint8_t threshold = 128;     // a pixel is inside when value >= threshold; never 0
  std::vector<std::uint8_t> value;  // width * height

  std::uint8_t at(int column, int row) const {
    return value[std::size_t(row) * std::size_t(width) + std::size_t(column)];
  }
  bool inside(int column, int row) const { return at(column, row) >= threshold; }
};

}  // namespace vide
