// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "vide/core/box.hpp"
#include "vide/core/error.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/rig/document.hpp"
#include "vide/stage/document_renderer.hpp"

namespace vide {

enum class Framing {
  canvas,  // the document's canvas as it was drawn
  motion,  // all that the character covers during the clip
};

// Where frames look and how large they are.
struct FrameView {
  int width = 0;  // pixels
  int height = 0;
  Camera2D camera;
};

struct FrameViewOptions {
  // Pixels; both 0: as many as the framing has at one pixel a unit, or, in a document without a
  // canvas, 512 on the longer side.
  int width = 0;
  int height = 0;
  Framing framing = Framing::motion;
  // Pixels around the motion. Not set: 2, or a 25th of the side in a document without a canvas.
  std::optional<double> padding;
  FrameStyle style;  // what it shows besides takes room
};

// The view of frames that cover `motion`, as seen. Error: there is nothing to see.
Result<FrameView> frameView(const Document& document, const Box2& motion,
                            const FrameViewOptions& options);

}  // namespace vide
