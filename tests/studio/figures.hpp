// SPDX-License-Identifier: MIT
#pragma once

#include "tests/formats/sample_characters.hpp"
#include "vide/skeleton/segments.hpp"

namespace vide::test {

// A layer of 100 x 120 pixels in a grid, without picture and bones.
inline Document pictureAlone() {
  Document document;
  document.canvas_width = 100;
  document.canvas_height = 120;
  Layer layer{.id = 0, .name = "picture"};
  constexpr int columns = 10, rows = 12;
  layer.mesh.V.resize((columns + 1) * (rows + 1), 2);
  layer.mesh.F.resize(2 * columns * rows, 3);
  for (int r = 0; r <= rows; ++r) {
    for (int c = 0; c <= columns; ++c) layer.mesh.V.row(r * (columns + 1) + c) << 10 * c, 10 * r;
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int a = r * (columns + 1) + c, b = a + 1, d = a + columns + 1, e = d + 1;
      layer.mesh.F.row(2 * (r * columns + c)) << a, b, e;
      layer.mesh.F.row(2 * (r * columns + c) + 1) << a, e, d;
    }
  }
  document.layers.push_back(layer);
  document.draw_order = {0};
  return document;
}

// The same, skinned to a lower and an upper bone on its middle line: each pulls at its half.
inline Document twoBonePicture(WeightMethod method) {
  Document document = pictureAlone();
  const std::vector<BoneSegment> segments{{"lower", -1, {50, 10, 0}, {50, 60, 0}},
                                          {"upper", 0, {50, 60, 0}, {50, 110, 0}}};
  document.skeleton = *skeletonFromSegments(segments);
  Layer& layer = document.layers[0];
  layer.attachment = Attachment::skinned;
  layer.bones = {0, 1};
  layer.settings.weights = method;
  layer.weights.handles = 2;
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    std::vector<Influence> row{{layer.mesh.V(v, 1) > 60 ? 1 : 0, 1.0}};
    appendRow(layer.weights, row);
  }
  return document;
}

}  // namespace vide::test
