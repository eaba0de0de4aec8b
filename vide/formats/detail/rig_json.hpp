// SPDX-License-Identifier: MIT
#pragma once

#include "vide/formats/detail/json.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The object VIDE_rig at the root of a document, as docs/document-format.md specifies it: all of
// the document but the layers' meshes and weights and the images' bytes.
Json rigToJson(const Document& document);

// Columns of a layer's positions, 2 or 3; 0 for a layer without vertices.
struct RigRecord {
  Document document;
  std::vector<int> dimensions;  // by layer
};

// Errors: a version this VIDE does not know, members that are missing or of a wrong kind, and what
// Skeleton::fromBones says.
Result<RigRecord> rigFromJson(const Json& rig);

}  // namespace vide::detail
