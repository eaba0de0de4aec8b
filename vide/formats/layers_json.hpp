// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vide/core/blend_mode.hpp"
#include "vide/core/error.hpp"

// Files that say how layers lie on each other and which bones they follow, JSON:
//   {"width": 400, "height": 600,
//    "layers": [
//      {"name": "arm_back", "bones": ["upper_arm_r", "forearm_r"]},
//      {"name": "body", "image": "body.png", "x": 120, "y": 200, "opacity": 0.9},
//      {"name": "shade", "blend": "multiply", "mask": "body", "visible": false}],
//    "slots": [{"name": "mouth", "layers": ["smile", "shout"], "shown": "smile"}],
//    "skins": [{"name": "king", "replace": {"hat": "crown"}}]}
// Layers stand back to front. Of a layer only "name" is needed. "x" and "y" are columns and rows
// from the canvas's top left corner to the picture's; "blend" is "normal", "add", "multiply" or
// "screen"; "mask" names the layer that this one is seen through. A slot shows at most one of its
// layers, at first "shown", which may be null and without which it is the first. A skin puts the
// second layer of each pair in the first one's place.
namespace vide {

struct LayerNote {
  std::string name;
  std::string image;  // the picture's file as written, or empty
  std::optional<int> x, y;
  std::vector<std::string> bones;
  std::string mask;
  std::optional<double> opacity;  // 0..1
  std::optional<bool> visible;
  std::optional<BlendMode> blend;
};

struct SlotNote {
  std::string name;
  std::vector<std::string> layers;
  std::string shown;  // empty: none
};

struct SkinNote {
  std::string name;
  std::vector<std::pair<std::string, std::string>> replace;  // a layer, and the one in its place
};

struct LayersFile {
  int width = 0;  // of the canvas, pixels; 0 where the file does not say
  int height = 0;
  std::vector<LayerNote> layers;
  std::vector<SlotNote> slots;
  std::vector<SkinNote> skins;
};

struct LayersJsonLimits {
  std::size_t max_bytes = 1 << 20;
  std::size_t max_layers = 1000;  // likewise slots and skins
};

// Whether the layers that slots and skins name are there is for whoever has them to say. Errors
// name the layer and the member: malformed_data for text that is not JSON or gives a member
// twice (with the line), a member that is missing, unknown, of the wrong kind or out of range;
// limit_exceeded.
Result<LayersFile> parseLayers(std::string_view text, const LayersJsonLimits& limits = {});

}  // namespace vide
