// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/image/image.hpp"

namespace vide {

// What is painted on: width x height pixels of premultiplied sRGB, 16 bits a channel, rows from the
// top. Sixteen bits keep what 8-bit premultiplied colour loses, the hue of nearly transparent
// pixels: an Image that is painted and read back is the same Image, but for the colour of wholly
// transparent pixels.
//
// One canvas serves any number of frames; only resize() allocates.
class Canvas {
 public:
  static constexpr int max_side = 32768;

  Canvas() = default;
  // Transparent. The sides must be 0 .. max_side.
  Canvas(int width, int height) { resize(width, height); }

  // A picture scaled to cover width x height and cropped evenly, as a background. Errors: a side
  // out of range, an empty picture.
  static Result<Canvas> covering(const Image& picture, int width, int height);

  void resize(int width, int height);  // leaves the canvas transparent
  int width() const { return width_; }
  int height() const { return height_; }

  void clear();
  void clear(Color color);
  // The same pixels as `background`, which has the same size.
  void clear(const Canvas& background);

  // Whether every pixel is as clear(color) leaves it.
  bool isAll(Color color) const;
  // Whether nothing shines through any pixel.
  bool isOpaque() const;
  friend bool operator==(const Canvas&, const Canvas&) = default;

  // Four values of 0..65535 a pixel.
  const std::uint16_t* row(int y) const { return pixels_.data() + rowStart(y); }
  std::uint16_t* row(int y) { return pixels_.data() + rowStart(y); }

  // Straight 8-bit alpha.
  Image toImage() const;
  // The same without allocating when `out` already has the size.
  void toImage(Image& out) const;

 private:
  std::size_t rowStart(int y) const { return 4 * std::size_t(y) * std::size_t(width_); }

  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint16_t> pixels_;
};

}  // namespace vide
