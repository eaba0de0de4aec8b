// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/imported_document.hpp"

// Reads drawn characters out of text scenes of Godot 3 and 4: the first Skeleton2D with its Bone2D,
// every Polygon2D of the scene as a layer, and the animations of the AnimationPlayers. Source: the
// format as Godot's documentation and its scenes show it.
//
// - The skeleton's own space becomes the document's, y up; what the nodes above it do is left out.
// - Bones rest as their "rest" says; where a clip does not move one it holds it as the scene has
// it.
// - Weights come out normalised. A vertex that no bone pulls follows what the nearest one that has
//   weights follows. A Polygon2D without a skeleton follows the Bone2D that it hangs on, if any.
// - Tracks of values for the bones' position, rotation, scale and skew, and for the polygons'
//   visibility and colour. A key's transition other than 1 becomes keys in between; cubic
//   interpolation is taken as straight.
//
// Not read, and told in warnings: sprites and other nodes that draw, tracks of other kinds.
namespace vide {

// The bytes of a file that the scene names: "res://.." as it stands there.
using GodotResolver = std::function<Result<std::vector<std::uint8_t>>(std::string_view path)>;

struct GodotLimits {
  std::size_t max_values = 20'000'000;  // numbers, texts, lists .. of the whole scene
};

// Errors: text that is no such scene (with its line), a scene without polygons, a texture that the
// resolver does not find, a limit passed, what validate(document) finds.
Result<ImportedDocument> importGodot(std::string_view scene, const GodotResolver& resolve,
                                     const GodotLimits& limits = {});

}  // namespace vide
