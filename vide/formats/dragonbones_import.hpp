// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/imported_document.hpp"
#include "vide/formats/texture_atlas.hpp"

// Reads what DragonBones exports as JSON, format 5.5; versions 5.0 to 5.6 as far as they say the
// same things. Source: the format as DragonBones' data files and its runtime's parser (MIT) show
// it.
//
// - Bones turn from y down to y up; their tails lie on +X, as long as the file says. The skeleton
//   rests as the meshes were bound to it, which may be another pose than the armature's; where a
//   clip does not move a bone, it then holds it as the armature has it.
// - A slot becomes a Slot whose layers are its displays: pictures as rectangles that follow the
//   slot's bone, meshes with their weights. Texture coordinates point into the atlas page, which
//   is not decoded.
// - Further skins become Skins. Frames become keys with the same easing; a curve of several pieces
//   and the easing "in and out" become keys in between.
// - Inverse kinematics become ReachConstraints; their bend is kept, but not a change of it.
//
// Not read, and told in warnings: armatures within armatures, paths, surfaces, glue, offsets of
// colours, a bone that does not follow its parent's position, all armatures but the first.
namespace vide {

struct DragonBonesPage {
  TextureAtlas atlas;
  std::vector<std::uint8_t> picture;  // of the page, encoded
};

struct DragonBonesLimits {
  std::size_t max_numbers = 20'000'000;  // of all vertices, keys and orders together
  double max_frames = 1'000'000;         // of one clip
};

// The first armature of a `_ske.json` as a document; the pages hold the pictures that it names. The
// canvas takes in what the armature says it covers ("aabb") and what its layers do at rest. Errors,
// each saying where: text that is not JSON or has no armature, bones that carry each other or
// repeat a name, lists of a mesh that do not fit together, a page's picture that is none, numbers
// that are not finite, a limit passed, what validate(document) finds.
Result<ImportedDocument> importDragonBones(std::string_view skeleton,
                                           std::span<const DragonBonesPage> pages,
                                           const DragonBonesLimits& limits = {});

}  // namespace vide
