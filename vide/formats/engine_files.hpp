// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/engine_export.hpp"
#include "vide/image/atlas.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

// All files of a document for a game engine or another animation program: the text and, beside it,
// the pictures of all layers on one page (more, where they do not fit).
namespace vide {

//   dragonbones  STEM_ske.json, DragonBones 5.5, with NAME_tex.png and STEM_tex.json
//   spine        STEM.spine.json, Spine 4.2, with NAME.png and STEM.atlas
//   godot        STEM.tscn, Godot 4 or 3, with NAME.png
enum class EngineFormat { dragonbones, spine, godot };

struct EngineContentOptions {
  std::string name = "character";  // UTF-8, of the armature and the pages
  std::string stem = "character";  // of the texts' files; the same as `name` as a rule
  ConstraintExport constraints = ConstraintExport::native;
  GodotVersion godot = GodotVersion::four;
  AtlasOptions atlas;
  std::function<Result<std::vector<std::uint8_t>>(const Image&)> encode;  // makes a PNG
};

struct EngineFile {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

struct EngineFiles {
  std::vector<EngineFile> files;  // the document itself last
  std::vector<std::string> warnings;
};

// `pictures`: the document's images, decoded, one for each in their order. Errors: another number
// of pictures, no encoder, the encoder's, those of engine_export.hpp.
Result<EngineFiles> makeEngineFiles(EngineFormat format, const Document& document,
                                    std::vector<Image> pictures,
                                    const EngineContentOptions& options);

}  // namespace vide
