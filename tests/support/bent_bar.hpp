// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "vide/core/math.hpp"
#include "vide/rig/document.hpp"

namespace vide::test {

// A bar of 160 x 24 pixels along x on two bones that meet in its middle, and a clip of one second
// that bends it by 100 degrees there. No picture.
inline Document bentBar(Deformer deformer) {
  constexpr int columns = 32, rows = 4;
  Document document;
  document.canvas_width = document.canvas_height = 200;
  std::vector<Bone> bones(2);
  bones[0] = {.id = 1, .name = "first"};
  bones[0].local = {.translation = {20, 60, 0}, .rotation = rotationInPlane(-math::pi / 2)};
  bones[0].tail = {0, 80, 0};
  bones[1] = {.id = 2, .name = "second", .parent = 0};
  bones[1].local.translation = bones[1].tail = {0, 80, 0};
  document.skeleton = Skeleton::fromBones(bones).value();
  Layer layer{.id = 7, .name = "bar", .attachment = Attachment::skinned, .bones = {1, 2}};
  layer.settings.deformer = deformer;
  layer.mesh.V.resize((columns + 1) * (rows + 1), 2);
  layer.mesh.F.resize(2 * columns * rows, 3);
  layer.weights.handles = 2;
  for (int v = 0; v < layer.mesh.V.rows(); ++v) {
    const double along = double(v % (columns + 1)) / columns;
    layer.mesh.V.row(v) << 20 + 160 * along, 48 + 24.0 * (v / (columns + 1)) / rows;
    const double second = std::clamp(0.5 + 2.5 * (along - 0.5), 0.0, 1.0);
    std::vector<Influence> row{{0, 1 - second}, {1, second}};
    appendRow(layer.weights, row);
  }
  for (int i = 0; i < columns * rows; ++i) {
    const int at = i / columns * (columns + 1) + i % columns, above = at + columns + 1;
    layer.mesh.F.row(2 * i) << at, at + 1, above;
    layer.mesh.F.row(2 * i + 1) << at + 1, above + 1, above;
  }
  document.layers = {layer};
  document.draw_order = {7};
  BoneTrack bend{.bone = 2};
  bend.angle = {{.time = 0, .value = 0}, {.time = 1, .value = math::radians(100)}};
  document.clips = {{.id = 1, .name = "bend", .duration = 1, .bones = {bend}}};
  return document;
}

}  // namespace vide::test
