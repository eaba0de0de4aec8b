// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/rig/document.hpp"

namespace vide::test {

// A square of side 2 with its bottom-left corner at (x, 0).
inline Layer square(LayerId id, const std::string& name, double x, BoneId bone) {
  Layer layer{.id = id, .name = name, .attachment = Attachment::rigid, .bones = {bone}};
  layer.mesh.V.resize(4, 2);
  layer.mesh.V << x, 0, x + 2, 0, x + 2, 2, x, 2;
  layer.mesh.F.resize(2, 3);
  layer.mesh.F << 0, 1, 2, 0, 2, 3;
  return layer;
}

inline Clip shift(ClipId id, const std::string& name, Vec3 way) {
  BoneTrack track{.bone = 1};
  track.translation = {{.time = 0, .value = way}};
  return {.id = id, .name = name, .duration = 1, .loop = true, .bones = {track}};
}

// Two squares, "body" on bone 1 and "hand" on its child, bone 2; a slot that shows "hand" or
// "fist", which lie at the same place.
inline Document figure() {
  Document document{.canvas_width = 20, .canvas_height = 10};
  document.skeleton = *Skeleton::fromBones({{.id = 1, .name = "body", .tail = {0, 2, 0}},
                                            {.id = 2,
                                             .name = "arm",
                                             .parent = 0,
                                             .local = {.translation = {4, 0, 0}},
                                             .tail = {3, 0, 0}}});
  document.layers = {square(10, "body", 0, 1), square(11, "hand", 4, 2), square(12, "fist", 4, 2)};
  document.draw_order = {10, 11, 12};
  document.slots = {{.id = 1, .name = "hand", .layers = {11, 12}, .shown = 11}};
  document.clips = {shift(1, "left", {-2, 0, 0}), shift(2, "up", {0, 6, 0})};
  Clip& up = document.clips[1];
  up.slots = {{.slot = 1, .shown = {{0, LayerId{12}}}}};
  up.layers = {{.layer = 10, .opacity = {{0, 0.5}}}};
  up.offsets = {{.layer = 12, .offsets = {{.time = 0, .value = Offsets(4, {0, 0, 1})}}}};
  up.events = {{.time = 0.5, .name = "top"}};
  return document;
}

}  // namespace vide::test
