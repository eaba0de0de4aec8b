// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "vide/rig/document.hpp"

namespace vide::test {

template <class Matrix>
bool sameMatrix(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && (a.size() == 0 || (a.cols() == b.cols() && a == b));
}

inline bool sameBone(const Bone& a, const Bone& b) {
  return a.id == b.id && a.name == b.name && a.parent == b.parent && a.local == b.local &&
         a.tail == b.tail && a.deform == b.deform && a.inherit_rotation == b.inherit_rotation &&
         a.inherit_scale == b.inherit_scale;
}

inline bool sameWeights(const VertexWeights& a, const VertexWeights& b) {
  return a.handles == b.handles && a.row_start == b.row_start && a.handle == b.handle &&
         a.weight == b.weight;
}

inline bool sameShape(const MorphShape& a, const MorphShape& b) {
  return a.name == b.name && a.weight == b.weight && sameMatrix(a.offsets, b.offsets) &&
         sameMatrix(a.normal_offsets, b.normal_offsets);
}

inline bool sameLayer(const Layer& a, const Layer& b) {
  return a.id == b.id && a.name == b.name && a.image == b.image && sameMatrix(a.mesh.V, b.mesh.V) &&
         sameMatrix(a.mesh.F, b.mesh.F) && sameMatrix(a.uv, b.uv) &&
         sameMatrix(a.normals, b.normals) && sameMatrix(a.colors, b.colors) &&
         std::ranges::equal(a.shapes, b.shapes, sameShape) && a.tint == b.tint &&
         a.transparency == b.transparency && a.alpha_cutoff == b.alpha_cutoff &&
         a.attachment == b.attachment && a.bones == b.bones && sameWeights(a.weights, b.weights) &&
         a.blend == b.blend && a.opacity == b.opacity && a.visible == b.visible &&
         a.mask == b.mask && a.settings == b.settings;
}

// Equal in every number and name.
inline bool sameDocument(const Document& a, const Document& b) {
  return a.canvas_width == b.canvas_width && a.canvas_height == b.canvas_height &&
         a.pixels_per_unit == b.pixels_per_unit && a.images == b.images &&
         std::ranges::equal(a.layers, b.layers, sameLayer) && a.draw_order == b.draw_order &&
         a.slots == b.slots && a.skins == b.skins && a.skin == b.skin &&
         std::ranges::equal(a.skeleton.bones(), b.skeleton.bones(), sameBone) &&
         a.constraints == b.constraints && a.springs == b.springs && a.clips == b.clips;
}

}  // namespace vide::test
