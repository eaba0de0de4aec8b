// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/author/rig_picture.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/formats/layered_picture.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// Which bones the layers of that name follow.
struct LayerBinding {
  std::string layer;
  std::vector<std::string> bones;
};

struct RigLayersOptions {
  // For each layer by itself; `shape.remove_background` does not apply, `shape.encode` is needed.
  RigOptions rig;
  std::vector<LayerBinding> bindings;  // stronger than what the drawing itself says
};

struct LayeredDocument {
  Document document;
  std::vector<Image> pictures;     // of each of the document's images, decoded
  std::vector<MeshReport> meshes;  // of each layer
  std::vector<std::string> warnings;
};

// A drawing in layers and a skeleton to a document: each layer with its own mesh, so that an arm
// swings without bending the body behind it. A layer follows, in this order,
//  1. the bones that options.bindings names for it;
//  2. those that the drawing's layers file names;
//  3. the bone that is called like the layer;
//  4. of the deforming bones that none of the above has taken for another layer, those that run
//     through it with at least half their length; failing that, the one that does most; failing
//     that, the nearest one, with a warning.
// One bone moves the layer as one piece, several skin it. A layer's picture is cut down to what is
// not transparent, with a clear rim that keeps samplers from wrapping around. Layers that show
// nothing are left out, with a warning.
//
// Errors: those of rigPicture, the layer named; a layer or bone that is named but missing; no layer
// left; layers without a deforming bone to follow.
Result<LayeredDocument> rigLayers(const LayeredPicture& picture, const Skeleton& skeleton,
                                  const RigLayersOptions& options = {},
                                  const Progress& progress = {});

// The same without a skeleton: layers with their meshes that follow nothing yet. The bones that
// the drawing names are not looked at.
Result<LayeredDocument> meshLayers(const LayeredPicture& picture, const ShapeOptions& shape = {},
                                   const MeshOptions& mesh = {}, const Progress& progress = {});

}  // namespace vide
