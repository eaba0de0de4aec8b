// SPDX-License-Identifier: MIT
#include "vide/raster/camera.hpp"

#include <algorithm>

namespace vide {

Camera2D Camera2D::fitTo(const Box2& bounds, int width, int height, double padding) {
  if (bounds.empty()) return document(height);
  const Vec2 size = bounds.size();
  const double free_width = std::max(width - 2 * padding, 1.0);
  const double free_height = std::max(height - 2 * padding, 1.0);
  double scale = 1;
  if (size.x > 0 && size.y > 0) {
    scale = std::min(free_width / size.x, free_height / size.y);
  } else if (size.x > 0 || size.y > 0) {
    scale = size.x > 0 ? free_width / size.x : free_height / size.y;
  }
  const Vec2 center = bounds.center();
  return {scale, {width / 2.0 - scale * center.x, height / 2.0 + scale * center.y}};
}

}  // namespace vide
