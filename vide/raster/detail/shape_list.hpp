// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/draw_mesh.hpp"

namespace vide::detail {

// Simple shapes in pixels (y down), gathered as coloured triangles. Its arrays are reused.
class ShapeList {
 public:
  void clear();
  void addLine(Vec2 from, Vec2 to, double width, Color color);
  void addDisc(Vec2 center, double radius, Color color);
  void addTriangle(Vec2 a, Vec2 b, Vec2 c, Color color);

  // Lays the shapes over the canvas as one layer.
  void drawOn(Canvas& canvas, float opacity, DrawContext& context) const;

  std::vector<std::pair<int, int>> edges;  // scratch for finding the edges of a mesh

 private:
  int addVertex(Vec2 p, Color color);

  std::vector<float> positions_;
  std::vector<Color> colors_;
  std::vector<int> triangles_;
};

}  // namespace vide::detail
