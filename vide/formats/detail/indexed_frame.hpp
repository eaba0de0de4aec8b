// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/image/image.hpp"
#include "vide/image/palette.hpp"

namespace vide::detail {

// Columns left .. right - 1 and rows top .. bottom - 1.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;

  int width() const { return right - left; }
  int height() const { return bottom - top; }
  // Grows to hold the columns [first, end) of a row; rows must come from the top.
  void include(int row, int first, int end);
};

// A frame as palette indices, rows from the top, with one more index for transparent pixels.
struct IndexedFrame {
  int width = 0, height = 0;
  std::vector<std::uint8_t> indices;
  PixelBox drawn;      // the smallest that holds all pixels that are not transparent
  bool opaque = true;  // no pixel is transparent

  const std::uint8_t* row(int y) const {
    return indices.data() + std::size_t(y) * std::size_t(width);
  }
};

// Pixels with alpha below 128 become transparent. `dither` is how many levels the 8 x 8 pattern of
// ordered dithering may move a colour that the palette lacks; 0 takes the nearest entry.
IndexedFrame toIndices(const Image& frame, const PaletteMap& map, int dither);

// The smallest box that holds all pixels in which two frames of one size differ.
PixelBox changedBox(const IndexedFrame& before, const IndexedFrame& now);

}  // namespace vide::detail
