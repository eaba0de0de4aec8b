// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/image/image.hpp"

namespace vide {

// A picture prepared for sampling: premultiplied, so that filtering mixes no colour of transparent
// pixels into visible ones, 16 bits a channel, with the halved pictures ("mip levels") that keep
// shrunken drawings free of aliasing. Beyond its border the picture continues with its border's
// colour. Costs 11 bytes a pixel and is never changed after construction.
class Texture {
 public:
  // One halving of the picture: texel (x, y) of level k averages the square of 2^k texels' side
  // from (2^k x, 2^k y) on, the picture continued at its right and bottom border. Rows hold one
  // more texel than `width`, and there is one more row, so that a bilinear footprint always lies
  // in memory.
  struct Level {
    int width = 0;
    int height = 0;
    std::vector<std::uint16_t> texels;  // 4 * (width + 1) * (height + 1)

    const std::uint16_t* texel(std::int64_t x, std::int64_t y) const {
      return texels.data() + 4 * (y * (width + 1) + x);
    }
  };

  Texture() = default;
  // The sides of the picture must be 1 .. 65536; its pixels are copied.
  explicit Texture(const Image& image);

  int width() const { return levels_.empty() ? 0 : levels_.front().width; }
  int height() const { return levels_.empty() ? 0 : levels_.front().height; }
  bool empty() const { return levels_.empty(); }
  std::span<const Level> levels() const { return levels_; }

 private:
  std::vector<Level> levels_;
};

}  // namespace vide
