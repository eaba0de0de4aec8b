// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "vide/formats/detail/json.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// What of a document stands in the file as others put it there, by id. VIDE_rig says so with
// `imported` and does not repeat it; VIDE writes no objects of its own for it.
struct ImportedIds {
  std::set<BoneId> bones;    // frames and flags
  std::set<LayerId> layers;  // meshes, weights and what they follow
  std::set<ImageId> images;  // bytes
  std::set<ClipId> clips;    // tracks
};

// What is the same in `document` as in `imported`.
ImportedIds unchangedIn(const Document& document, const Document& imported);

// The object VIDE_rig at the root of a document, as docs/document-format.md specifies it: all of
// the document but the layers' meshes and weights, the images' bytes, and what is imported.
Json rigToJson(const Document& document, const ImportedIds& imported = {});

struct RigRecord {
  Document document;
  std::vector<int> dimensions;  // by layer: columns of its positions, 2 or 3; 0 where there is
                                // nothing to read from VIDE's own objects
  ImportedIds imported;
};

// Whether the object takes anything from what others put into the file.
bool namesImports(const Json& rig);

// `imported` is what others put into the file; it is only looked at for what the object takes from
// there, which the record then holds.
//
// Errors: a version this VIDE does not know, members that are missing or of a wrong kind, imports
// that the file has lost, and what Skeleton::fromBones says.
Result<RigRecord> rigFromJson(const Json& rig, const Document& imported);

}  // namespace vide::detail
