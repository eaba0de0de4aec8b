// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"

// Files by their ending, whichever format they have. Messages begin with the path.
namespace vide {

// .json (VIDE's own), .tgf, .bvh, .yaml (a char_cfg.yaml) or the skeleton of a .glb document. A
// skeleton in 2D stands in the document's space: pixels, y up, origin at the bottom left.
Result<Skeleton> readSkeleton(const std::string& path);

// Clips in VIDE's own JSON for that skeleton.
Result<std::vector<Clip>> readClips(const std::string& path, const Skeleton& skeleton);

// A .glb, or a .gltf with the files that it names; those must lie in its folder or below.
Result<GltfDocument> readGltf(const std::string& path);

// A .glb document; and back, atomically.
Result<Document> readDocument(const std::string& path);
Result<void> writeDocument(const std::string& path, const Document& document);

// A text file as a whole.
Result<std::string> readText(const std::string& path);

}  // namespace vide
