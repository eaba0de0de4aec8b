// SPDX-License-Identifier: MIT
#pragma once

// A Document as a .glb that any glTF viewer shows and plays, and back. What core glTF cannot say
// sits in the extension VIDE_rig, specified in docs/document-format.md.
//
// Positions, texture coordinates and weights are stored as 32-bit floats: a document whose numbers
// are floats already comes back equal, any other comes back rounded once and equal ever after.
// Weights are written with a sum of one. Everything else comes back as it was.

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// Alone, without anything of the file that the document came from: see updateGlb.
// Errors: what validate(document) says; numbers too large for a 32-bit float.
Result<std::vector<std::uint8_t>> writeGlb(const Document& document);

// Errors: what GltfDocument::parse says; a file without VIDE_rig or with a newer version of it;
// members that are missing or do not fit; what validate says of the result.
Result<Document> readGlb(std::span<const std::uint8_t> bytes, const GltfOptions& options = {});

// `original` with `document` in the place of what VIDE wrote into it before. What others put into
// the file stays: their objects with their indices, extras, unknown extensions and chunks, and
// members of VIDE_rig that this VIDE does not know. Writing what readGlb read gives `original`
// back, byte for byte, if VIDE wrote it.
//
// Errors: those of GltfDocument::parse and writeGlb; an original with a newer version of VIDE_rig.
Result<std::vector<std::uint8_t>> updateGlb(std::span<const std::uint8_t> original,
                                            const Document& document,
                                            const GltfOptions& options = {});

// The same on parsed documents.
Result<Document> documentIn(const GltfDocument& gltf);
Result<GltfDocument> withDocument(const GltfDocument& original, const Document& document);

}  // namespace vide
