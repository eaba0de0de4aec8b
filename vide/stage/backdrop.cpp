// SPDX-License-Identifier: MIT
#include "vide/stage/backdrop.hpp"

#include "vide/core/text.hpp"

namespace vide {

Result<Canvas> backdropCanvas(const Backdrop& backdrop, int width, int height,
                              std::int64_t max_pixels) {
  if (width < 1 || height < 1 || width > Canvas::max_side || height > Canvas::max_side) {
    return fail(ErrorCode::limit_exceeded,
                text("a frame of ", width, " x ", height, " pixels is not between 1 and ",
                     Canvas::max_side, " a side; choose another size"));
  }
  if (std::int64_t(width) * height > max_pixels) {
    return fail(ErrorCode::limit_exceeded,
                text("a frame of ", width, " x ", height, " has more than ", max_pixels,
                     " pixels (max_pixels); choose a smaller size"));
  }
  if (backdrop.picture) return Canvas::covering(*backdrop.picture, width, height);
  Canvas canvas(width, height);
  canvas.clear(backdrop.color);
  return canvas;
}

}  // namespace vide
