// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/box.hpp"
#include "vide/core/vec.hpp"

namespace vide {

// From document space (y up) to pixels (y down, (0, 0) the top-left corner of the top-left pixel):
// column = offset.x + scale * x, row = offset.y - scale * y.
struct Camera2D {
  double scale = 1;  // pixels per unit
  Vec2 offset;       // where the document's origin lands, in pixels

  constexpr Vec2 toPixels(Vec2 p) const { return {offset.x + scale * p.x, offset.y - scale * p.y}; }
  constexpr Vec2 toDocument(Vec2 pixel) const {
    return {(pixel.x - offset.x) / scale, (offset.y - pixel.y) / scale};
  }

  // One unit a pixel, the origin in the bottom-left corner: a document as it was drawn.
  static constexpr Camera2D document(int height) { return {1, {0, double(height)}}; }

  // The largest view that shows all of `bounds` centred in width x height pixels, `padding` pixels
  // away from the border. Bounds without area show at scale 1 or, when they have one side, fit
  // that side; empty bounds give the document's own view.
  static Camera2D fitTo(const Box2& bounds, int width, int height, double padding);
};

}  // namespace vide
