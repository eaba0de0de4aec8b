// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/engine_files.hpp"
#include "vide/image/atlas.hpp"
#include "vide/io/image_file.hpp"
#include "vide/rig/document.hpp"

// Writes documents for game engines and other animation programs: the text and, beside it, the
// pictures of all layers on one page (more, where they do not fit).
namespace vide {

// By the ending of the path: NAME_ske.json, NAME.spine.json, NAME.tscn. Errors: another ending.
Result<EngineFormat> engineFormatOf(const std::string& path);

struct EngineFilesOptions {
  ConstraintExport constraints = ConstraintExport::native;
  GodotVersion godot = GodotVersion::four;
  AtlasOptions atlas;
  PngOptions png;
  ImageLimits images;
};

struct WrittenFiles {
  std::vector<std::string> paths;  // the one that was asked for last
  std::vector<std::string> warnings;
};

// Either all files are written, each atomically, or none is touched; only where the system fails
// in the moment of renaming can some be new and others old. Errors, each beginning with the path: a
// document that the format cannot hold, pictures that cannot be decoded, files that cannot be
// written, a picture in the place of a page that no earlier export made.
Result<WrittenFiles> exportForEngine(const Document& document, const std::string& path,
                                     const EngineFilesOptions& options = {});

}  // namespace vide
