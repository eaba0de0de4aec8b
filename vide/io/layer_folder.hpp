// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/formats/layered_picture.hpp"
#include "vide/formats/layers_json.hpp"
#include "vide/io/image_file.hpp"

// A folder of PNGs as a drawing in layers.
//
// With a file layers.json in it (see layers_json.hpp) the layers are those that it lists, in its
// order, each in the file that it names or else in "<name>.png", placed where it says; the canvas
// is as large as it says, else as large as it takes to hold all layers. Names must lie in the
// folder or below.
//
// Without one the layers are all *.png, which must be of one size, that of the canvas. Their names
// give the order, back to front, numbers in them by value: 2_leg.png lies behind 10_arm.png. A
// layer is called as its file, without the ending and a number before it: "leg", "arm".
namespace vide {

struct LayerFolderLimits {
  ImageLimits image;  // of each layer
  std::int64_t max_total_pixels = std::int64_t(1) << 28;
  std::size_t max_layers = 1000;
};

// `layers_file`, unless empty, is read instead of the folder's layers.json. Errors: not_found where
// there are no layers, sizes that differ where nothing says what lies where; those of parseLayers
// and decodeImage. Messages begin with the path at fault.
Result<LayeredPicture> readLayerFolder(const std::string& path, const std::string& layers_file = {},
                                       const LayerFolderLimits& limits = {});

// What a layers file says of the layers that a drawing already has: bones, masks and looks, by the
// layers' names. Where they lie and in which order is the drawing's own to say. Errors: a layer
// that the drawing lacks, a picture or place that is given again.
Result<void> applyLayerNotes(const LayersFile& notes, LayeredPicture& picture);

// Whether a name comes before another, runs of digits compared as numbers: "a2" before "a10".
bool precedesNaturally(std::string_view a, std::string_view b);

}  // namespace vide
