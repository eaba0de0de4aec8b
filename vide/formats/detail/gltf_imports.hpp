// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "vide/formats/detail/gltf_bones.hpp"
#include "vide/formats/detail/rig_json.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The node that others made for a bone.
struct ImportedNode {
  Affine3 from_bone;  // from the parent bone's frame to the frame the node is placed in
  Transform shown;    // as the file poses it
};

// What others put into a file that VIDE saves into.
struct GltfImports {
  Document document;
  ImportedIds unchanged;  // of it, in the document that is saved
  std::map<BoneId, ImportedNode> nodes;

  bool empty() const { return document.layers.empty() && document.skeleton.empty(); }
};

// Errors: those of importDocument.
Result<GltfImports> readImports(const GltfDocument& gltf, const Document& saved);

}  // namespace vide::detail
