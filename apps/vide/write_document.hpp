// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "apps/vide/report.hpp"
#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/pipeline/render_document.hpp"
#include "vide/rig/document.hpp"

namespace vide::cli {

// So that a name that cannot work fails before the work is done. Errors: an ending that writePosed
// does not know, a place that cannot be written to.
Result<void> requirePosedOutput(const std::string& path);

// A document, and the file that it goes to.
struct PosedOutput {
  const std::string& path;
  const Document& document;
  // What pictures and meshes show: this clip's start; without tracks, the document as it is.
  Clip pose = {};
  // The file that the document came from: what others put into it stays in a .glb.
  const GltfDocument* original = nullptr;
};

// Writes the document in the form that the name's ending asks for: .glb (the document), .obj (the
// meshes that are seen in that pose, back to front) or .png (a picture of it in that pose); and
// reports that.
Result<void> writePosed(const PosedOutput& output, const RenderOptions& options,
                        const Progress& progress, Report& report);

}  // namespace vide::cli
