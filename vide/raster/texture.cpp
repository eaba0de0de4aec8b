// SPDX-License-Identifier: MIT
#include "vide/raster/texture.hpp"

#include <algorithm>
#include <cassert>

#include "vide/raster/detail/pixel.hpp"

namespace vide {

namespace {

using detail::Float4;

Texture::Level emptyLevel(int width, int height) {
  Texture::Level level{width, height, {}};
  level.texels.resize(4 * (std::size_t(width) + 1) * (std::size_t(height) + 1));
  return level;
}

std::uint16_t* texel(Texture::Level& level, int x, int y) {
  return level.texels.data() +
         4 * (std::size_t(y) * (std::size_t(level.width) + 1) + std::size_t(x));
}

// Continues the border's colours into the extra column and row.
void pad(Texture::Level& level) {
  for (int y = 0; y < level.height; ++y) {
    std::copy_n(level.texel(level.width - 1, y), 4, texel(level, level.width, y));
  }
  std::copy_n(level.texel(0, level.height - 1), 4 * (std::size_t(level.width) + 1),
              texel(level, 0, level.height));
}

Texture::Level premultiplied(const Image& image) {
  Texture::Level level = emptyLevel(image.width, image.height);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.pixel(x, y);
      detail::storePixel(texel(level, x, y), detail::premultiplied({p[0], p[1], p[2], p[3]}));
    }
  }
  pad(level);
  return level;
}

Texture::Level halved(const Texture::Level& from) {
  Texture::Level level = emptyLevel((from.width + 1) / 2, (from.height + 1) / 2);
  for (int y = 0; y < level.height; ++y) {
    for (int x = 0; x < level.width; ++x) {
      const Float4 sum = detail::loadPixel(from.texel(2 * x, 2 * y)) +
                         detail::loadPixel(from.texel(2 * x + 1, 2 * y)) +
                         detail::loadPixel(from.texel(2 * x, 2 * y + 1)) +
                         detail::loadPixel(from.texel(2 * x + 1, 2 * y + 1));
      detail::storePixel(texel(level, x, y), sum * detail::splat(0.25F));
    }
  }
  pad(level);
  return level;
}

}  // namespace

Texture::Texture(const Image& image) {
  assert(image.width >= 1 && image.width <= 65536 && image.height >= 1 && image.height <= 65536);
  levels_.push_back(premultiplied(image));
  while (levels_.back().width > 1 || levels_.back().height > 1) {
    levels_.push_back(halved(levels_.back()));
  }
}

}  // namespace vide
