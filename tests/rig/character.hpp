// SPDX-License-Identifier: MIT
#pragma once

#include "vide/rig/document.hpp"

namespace vide::test {

inline Bone bone(BoneId id, const char* name, int parent) {
  Bone made;
  made.id = id;
  made.name = name;
  made.parent = parent;
  made.tail = {0, 10, 0};
  return made;
}

inline Layer square(LayerId id, const char* name) {
  Layer layer;
  layer.id = id;
  layer.name = name;
  layer.image = 1;
  layer.mesh.V.resize(4, 2);
  layer.mesh.V << 0, 0, 10, 0, 10, 10, 0, 10;
  layer.mesh.F.resize(2, 3);
  layer.mesh.F << 0, 1, 2, 0, 2, 3;
  layer.uv.resize(4, 2);
  layer.uv << 0, 1, 1, 1, 1, 0, 0, 0;
  return layer;
}

// Layer 0 is skinned to two bones, layer 1 follows one bone, layer 2 stays.
inline Document character() {
  Document document;
  document.canvas_width = 10;
  document.canvas_height = 10;
  document.images.push_back({1, "picture", "image/png", {1, 2, 3}, 10, 10});
  document.skeleton = Skeleton::fromBones({bone(5, "root", -1), bone(6, "arm", 0)}).value();
  document.layers = {square(7, "body"), square(8, "hat"), square(9, "ground")};
  Layer& skinned = document.layers[0];
  skinned.attachment = Attachment::skinned;
  skinned.bones = {5, 6};
  skinned.weights.handles = 2;
  skinned.weights.row_start = {0, 1, 2, 4, 6};
  skinned.weights.handle = {0, 1, 0, 1, 1, 0};
  skinned.weights.weight = {1, 1, 0.5, 0.5, 0.75, 0.25};
  document.layers[1].attachment = Attachment::rigid;
  document.layers[1].bones = {6};
  document.draw_order = {9, 7, 8};
  BoneTrack track;
  track.bone = 6;
  document.clips.push_back({.id = 2, .name = "wave", .duration = 1, .bones = {track}});
  return document;
}

// The same with everything that a document may hold.
inline Document dressedCharacter() {
  Document document = character();
  document.layers.push_back(square(10, "cap"));
  document.layers.push_back(square(11, "glove"));
  document.draw_order = {9, 7, 8, 10, 11};
  document.layers[1].mask = 7;
  MorphShape shape{.name = "round", .offsets = Eigen::MatrixX3d::Constant(4, 3, 0.5)};
  document.layers[0].shapes = {shape};
  document.slots = {{1, "head", {8, 10}, 8}};
  document.skins = {{1, "winter", {{9, 11}}}};
  document.skin = 1;
  document.constraints = {
      {1, "look", 0.5, AimConstraint{6, 5, 0.25}},
      {2, "reach", 1, ReachConstraint{.bone = 6, .length = 1, .target = 5}},
      {3, "copy", 1, CopyConstraint{.bone = 6, .source = 5}},
  };
  document.springs = {{.bone = 6, .gravity = {0, -100, 0}}};
  Clip& clip = document.clips[0];
  clip.bones[0].angle = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
  clip.morphs = {{7, 0, {{.time = 0.5, .value = 1}}}};
  clip.offsets = {
      {7, {{.time = 0, .value = Offsets(4)}, {.time = 1, .value = Offsets(4, {1, 2, 0})}}}};
  clip.layers = {{.layer = 8, .visible = {{0.5, false}}, .opacity = {{.time = 0, .value = 0.5}}}};
  clip.slots = {{1, {{0, 10}, {0.5, std::nullopt}}}};
  clip.constraints = {{1, {{.time = 0, .value = 1}}}};
  clip.draw_order = {{0.25, {7, 8, 9, 10, 11}}};
  clip.events = {{.time = 0.5, .name = "step", .text = "left", .number = 2}};
  return document;
}

}  // namespace vide::test
