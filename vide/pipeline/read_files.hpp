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

// .json (VIDE's own), .tgf, .bvh, .yaml (a char_cfg.yaml) or the skeleton of a .glb or .gltf. A
// skeleton in 2D stands in the document's space: pixels, y up, origin at the bottom left.
Result<Skeleton> readSkeleton(const std::string& path);

// The same for a picture: a skeleton of a glTF in space is projected on x and y, its bones turning
// in the plane; bones that then have no length do not deform.
Result<Skeleton> readPictureSkeleton(const std::string& path);

// Clips in VIDE's own JSON for that document.
Result<std::vector<Clip>> readClips(const std::string& path, const Document& document);

// Reads what a file names, by names relative to its folder. Error for what lies outside it.
GltfResolver filesBeside(const std::string& path);

// A .glb, or a .gltf with the files that it names; those must lie in its folder or below.
Result<GltfDocument> readGltf(const std::string& path);

// What a document was read from, so that saving it loses nothing.
struct OpenDocument {
  GltfDocument file;
  Document document;
};

// A .glb or .gltf, VIDE's own or of others, or what readEngineDocument reads. What of the file a
// document cannot hold, and what it lacks, is added to `warnings`.
Result<Document> readDocument(const std::string& path,
                              std::vector<std::string>* warnings = nullptr);
// A .glb or .gltf alone.
Result<OpenDocument> openDocument(const std::string& path,
                                  std::vector<std::string>* warnings = nullptr);

// As .glb, atomically. With the file that the document came from, everything of others in it is
// written back as it was.
Result<void> writeDocument(const std::string& path, const Document& document,
                           const GltfDocument* original = nullptr);

// The file's name without folder and ending, as documents show it; `otherwise` where that is not
// UTF-8, which is all that documents hold.
std::string nameIn(const std::string& path, const std::string& otherwise);

// A text file as a whole.
Result<std::string> readText(const std::string& path);

}  // namespace vide
