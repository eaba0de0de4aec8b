// SPDX-License-Identifier: MIT
#include "vide/raster/detail/shape_list.hpp"

#include <algorithm>

#include "vide/core/math.hpp"

namespace vide::detail {

void ShapeList::clear() {
  positions_.clear();
  colors_.clear();
  triangles_.clear();
}

int ShapeList::addVertex(Vec2 p, Color color) {
  positions_.push_back(float(p.x));
  positions_.push_back(float(-p.y));  // the camera points y up
  colors_.push_back(color);
  return int(colors_.size()) - 1;
}

void ShapeList::addTriangle(Vec2 a, Vec2 b, Vec2 c, Color color) {
  triangles_.push_back(addVertex(a, color));
  triangles_.push_back(addVertex(b, color));
  triangles_.push_back(addVertex(c, color));
}

void ShapeList::addLine(Vec2 from, Vec2 to, double width, Color color) {
  const double size = distance(from, to);
  if (!(size > 0)) return;
  const Vec2 along = (to - from) / size * (width / 2);
  const Vec2 side{-along.y, along.x};
  const int first = addVertex(from + side, color);
  addVertex(from - side, color);
  addVertex(to - side, color);
  addVertex(to + side, color);
  for (const int corner : {0, 1, 2, 0, 2, 3}) triangles_.push_back(first + corner);
}

void ShapeList::addDisc(Vec2 center, double radius, Color color) {
  // Enough corners to stay within a tenth of a pixel of the circle.
  const int corners = int(std::clamp(16 + 2 * radius, 16.0, 96.0));
  const int middle = addVertex(center, color);
  for (int i = 0; i < corners; ++i) {
    const auto [sin, cos] = math::sinCos(2 * math::pi * i / corners);
    addVertex(center + Vec2{cos, sin} * radius, color);
    const int next = i + 1 < corners ? i + 2 : 1;
    triangles_.insert(triangles_.end(), {middle, middle + 1 + i, middle + next});
  }
}

void ShapeList::drawOn(Canvas& canvas, float opacity, DrawContext& context) const {
  const ColoredMeshDraw draw{
      .positions = positions_, .colors = colors_, .triangles = triangles_, .opacity = opacity};
  drawColoredMesh(canvas, Camera2D{}, draw, context);
}

}  // namespace vide::detail
