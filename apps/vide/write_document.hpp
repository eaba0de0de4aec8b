// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/pipeline/render_document.hpp"
#include "vide/rig/document.hpp"

namespace vide::cli {

// So that a name that cannot work fails before the work is done. Errors: an ending that writePosed
// does not know, a place that cannot be written to.
Result<void> requirePosedOutput(const std::string& path);

// Writes the document in the form that the name's ending asks for: .glb (the document), .obj (its
// meshes in that pose) or .png (a picture of it in that pose). What others put into `original`, the
// file that the document came from, stays in a .glb.
Result<void> writePosed(const std::string& path, const Document& document,
                        std::span<const Transform> pose, const RenderOptions& options,
                        const GltfDocument* original = nullptr);

}  // namespace vide::cli
