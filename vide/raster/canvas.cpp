// SPDX-License-Identifier: MIT
#include "vide/raster/canvas.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "vide/core/text.hpp"
#include "vide/raster/detail/pixel.hpp"
#include "vide/raster/draw_mesh.hpp"

namespace vide {

namespace {

// value / 257, rounded.
std::uint8_t toByte(std::uint16_t value) {
  return std::uint8_t((std::uint32_t(value) * 255 + 32895) >> 16);
}

std::uint8_t unmultiplied(std::uint16_t value, float to_byte) {
  return std::uint8_t(std::min(float(value) * to_byte + 0.5F, 255.0F));
}

void toStraight(const std::uint16_t* pixel, std::uint8_t* out) {
  out[3] = toByte(pixel[3]);
  const float to_byte = out[3] == 0 ? 0 : 255.0F / float(pixel[3]);
  for (int i = 0; i < 3; ++i) out[i] = unmultiplied(pixel[i], to_byte);
}

// toByte of the eight values of two opaque pixels at once, without leaving 16 bits: value / 257
// rounded is (v - v / 256) / 256 in whole numbers for v = value + 128.
void toBytes(detail::Short8 pair, std::uint8_t* out) {
  const detail::Short8 byte = (pair - (pair >> 8) - (pair >> 7 & 1) + 128) >> 8;
  auto lanes = std::bit_cast<detail::Long2>(byte);
  lanes |= lanes >> 8;
  lanes = (lanes & 0xFFFF) | (lanes >> 16 & 0xFFFF0000);
  const std::uint64_t bits = lanes[0] | lanes[1] << 32;
  std::memcpy(out, &bits, sizeof bits);
}

void toStraightPair(const std::uint16_t* pixels, std::uint8_t* out) {
  const detail::Short8 pair = detail::loadPair(pixels);
  const auto bits = std::bit_cast<detail::Long2>(pair);
  if ((bits[0] | bits[1]) == 0) {
    std::fill_n(out, 8, std::uint8_t{0});
  } else if (detail::isOpaque(bits[0] & bits[1])) {
    toBytes(pair, out);
  } else {
    toStraight(pixels, out);
    toStraight(pixels + 4, out + 4);
  }
}

}  // namespace

Result<Canvas> Canvas::covering(const Image& picture, int width, int height) {
  if (width < 1 || width > max_side || height < 1 || height > max_side) {
    return fail(ErrorCode::invalid_argument, text("background: ", width, " x ", height,
                                                  " pixels; give sides of 1 to ", max_side));
  }
  if (picture.width < 1 || picture.height < 1) {
    return fail(ErrorCode::invalid_argument, "background: the picture has no pixels; give another");
  }
  Canvas canvas(width, height);
  const double scale = std::max(double(width) / picture.width, double(height) / picture.height);
  const auto half_width = float(picture.width * scale / 2);
  const auto half_height = float(picture.height * scale / 2);
  const float positions[] = {-half_width, -half_height, half_width,  -half_height,
                             half_width,  half_height,  -half_width, half_height};
  const Vec2f uv[] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  const int triangles[] = {0, 1, 2, 0, 2, 3};
  const Texture texture(picture);
  DrawContext context;
  drawMesh(canvas, {1, {width / 2.0, height / 2.0}},
           {.positions = positions, .uv = uv, .triangles = triangles, .texture = &texture},
           context);
  return canvas;
}

void Canvas::resize(int width, int height) {
  assert(width >= 0 && width <= max_side && height >= 0 && height <= max_side);
  width_ = width;
  height_ = height;
  pixels_.assign(4 * std::size_t(width) * std::size_t(height), 0);
}

void Canvas::clear() { std::fill(pixels_.begin(), pixels_.end(), std::uint16_t{0}); }

void Canvas::clear(Color color) {
  std::uint16_t pixel[4];
  detail::storePixel(pixel, detail::premultiplied(color));
  for (std::size_t i = 0; i < pixels_.size(); i += 4) std::copy_n(pixel, 4, &pixels_[i]);
}

void Canvas::clear(const Canvas& background) {
  assert(background.width_ == width_ && background.height_ == height_);
  std::copy(background.pixels_.begin(), background.pixels_.end(), pixels_.begin());
}

bool Canvas::isAll(Color color) const {
  std::uint16_t pixel[4];
  detail::storePixel(pixel, detail::premultiplied(color));
  for (std::size_t i = 0; i < pixels_.size(); i += 4) {
    if (!std::equal(pixel, pixel + 4, &pixels_[i])) return false;
  }
  return true;
}

bool Canvas::isOpaque() const {
  for (std::size_t i = 3; i < pixels_.size(); i += 4) {
    if (pixels_[i] != 65535) return false;
  }
  return true;
}

Image Canvas::toImage() const {
  Image image;
  toImage(image);
  return image;
}

void Canvas::toImage(Image& out) const {
  out.width = width_;
  out.height = height_;
  out.rgba.resize(pixels_.size());
  std::size_t i = 0;
  for (; i + 8 <= pixels_.size(); i += 8) toStraightPair(&pixels_[i], &out.rgba[i]);
  if (i < pixels_.size()) toStraight(&pixels_[i], &out.rgba[i]);
}

}  // namespace vide
