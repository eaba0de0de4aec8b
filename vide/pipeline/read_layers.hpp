// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/error.hpp"
#include "vide/formats/layered_picture.hpp"

// Drawings in layers, whichever way they are kept. Messages begin with the path.
namespace vide {

// Whether that is a drawing in layers: an .ora, or a folder.
bool isLayeredPicture(const std::string& path);

// An OpenRaster file or a folder of PNGs (see open_raster.hpp and layer_folder.hpp). A layers file,
// unless `layers_file` is empty, says more about them.
Result<LayeredPicture> readLayeredPicture(const std::string& path,
                                          const std::string& layers_file = {});

// A flat picture cut into layers (see cut_parts.hpp) by the masks in a folder, which are read like
// a drawing in layers: white where the layer is, or opaque, where a mask has any transparency. The
// canvas must be the picture. What no mask covers is left out, with a warning.
Result<LayeredPicture> readPictureParts(const std::string& path, const std::string& masks_folder,
                                        const std::string& layers_file = {});

}  // namespace vide
