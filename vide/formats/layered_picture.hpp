// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/core/blend_mode.hpp"
#include "vide/formats/layers_json.hpp"
#include "vide/image/image.hpp"

namespace vide {

// One layer of a drawing, as drawing programs keep it: a picture of its own size, placed on the
// canvas, which it may leave on any side.
struct PictureLayer {
  std::string name;  // UTF-8; may repeat
  Image image;
  int x = 0;           // columns from the canvas's left edge to the picture's
  int y = 0;           // rows from the canvas's top edge to the picture's
  double opacity = 1;  // 0..1
  bool visible = true;
  BlendMode blend = BlendMode::normal;
  // What a layers file says besides (see layers_json.hpp): the names of the bones that the layer
  // follows, none where that is left open, and of the layer that it is seen through.
  std::vector<std::string> bones;
  std::string mask;
};

// A drawing in layers.
struct LayeredPicture {
  std::string name;    // UTF-8: the file's or folder's, without ending
  std::string source;  // what messages call it: its path
  int width = 0;       // of the canvas, pixels
  int height = 0;
  std::vector<PictureLayer> layers;  // back to front
  std::vector<SlotNote> slots;       // as a layers file says
  std::vector<SkinNote> skins;
  std::vector<std::string> warnings;  // what could not be taken over as it was
};

}  // namespace vide
