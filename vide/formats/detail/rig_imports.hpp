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

// What VIDE_rig takes from what others put into the file.
ImportedIds importedIds(const Json& rig);
// Whether it takes anything from there.
bool namesImports(const Json& rig);

// Fills in what the record leaves to the file; `bones` are those that the document's skeleton will
// be made of. Errors: something that the file has lost.
Result<void> takeImports(Document& document, std::vector<Bone>& bones, const ImportedIds& ids,
                         const Document& imported);

}  // namespace vide::detail
