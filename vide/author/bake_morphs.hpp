// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/rig/document.hpp"

namespace vide {

struct BakeOptions {
  double frames_per_second = 30;
  // How far a vertex may be from where VIDE shows it, at those frames: in the document's units.
  double tolerance = 0.05;
  // Three for each vertex in each frame; a number takes up to 20 bytes while it is worked on.
  std::size_t max_numbers = std::size_t(1) << 25;
};

struct BakedDocument {
  Document document;
  std::size_t shapes = 0;             // of all layers together
  std::vector<std::string> warnings;  // what no shape can show
};

// A document that shows what `document` shows with nothing but morph shapes: every clip is played
// frame by frame, with its bones, deformers, constraints, springs, offsets and shapes, and each
// layer gets the few shapes that its frames are mixtures of, and their weights in every frame. In
// between, weights go straight. A layer that is not seen at a moment is drawn together to a point,
// by a shape named "hidden"; layers that are never seen are left out. In documents with a canvas
// the draw order of a frame is in the depth of its shapes.
//
// What it is for: viewers of glTF know skinning and morph targets alone.
//
// Not kept, with a warning: masks, blend modes, tints and opacities that clips change, events.
// Normals stay as at rest.
//
// Errors: those of DocumentRenderer, options out of range, more numbers than the limit, cancelled.
Result<BakedDocument> bakeMorphs(const Document& document, const BakeOptions& options = {},
                                 const Progress& progress = {});

}  // namespace vide
