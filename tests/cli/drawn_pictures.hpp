// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "vide/io/image_file.hpp"

namespace vide::test {

// A PNG of green where `inside` says so, else transparent; rows count from the top.
inline void drawPicture(const std::string& path, int width, int height,
                        const std::function<bool(int x, int y)>& inside) {
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!inside(x, y)) continue;
      image.pixel(x, y)[1] = 200;
      image.pixel(x, y)[3] = 255;
    }
  }
  (void)writePng(path, image);
}

inline bool inBox(int x, int y, int left, int top, int right, int bottom) {
  return x >= left && x < right && y >= top && y < bottom;
}

}  // namespace vide::test
