// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/formats/detail/json.hpp"
#include "vide/formats/detail/rig_imports.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The object VIDE_rig at the root of a document, as docs/document-format.md specifies it: all of
// the document but the layers' meshes and weights, the images' bytes, and what is imported.
Json rigToJson(const Document& document, const ImportedIds& imported = {});

// Adds to the object what an older save of the document has and VIDE does not know. Its version is
// then no smaller than the older one's: what is kept may need it.
void keepUnknownOfRig(const Json& older, Json& rig);

// Errors: no version, or one that this VIDE does not know.
Result<void> checkRigVersion(const Json& rig);

struct RigRecord {
  Document document;
  std::vector<int> dimensions;  // by layer: columns of its positions, 2 or 3; 0 where there is
                                // nothing to read from VIDE's own objects
  ImportedIds imported;
};

// `imported` is what others put into the file; it is only looked at for what the object takes from
// there, which the record then holds.
//
// Errors: a version this VIDE does not know, members that are missing or of a wrong kind, imports
// that the file has lost, and what Skeleton::fromBones says.
Result<RigRecord> rigFromJson(const Json& rig, const Document& imported);

}  // namespace vide::detail
