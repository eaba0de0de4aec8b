// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/transform.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_imports.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// The skeleton as a plain viewer sees it: nodes with translation, rotation and scale. Shear stays
// with VIDE, so the inverse bind matrices belong to these nodes and the rest pose is always right.
struct GltfJoints {
  std::vector<std::size_t> nodes;       // by bone
  std::vector<Affine3> inverse_rest;    // by bone
  std::vector<std::size_t> root_bones;  // VIDE's own nodes that have no bone's node above them
  std::vector<const ImportedNode*> imported;  // by bone: null where the node is VIDE's own
};

// Imported bones keep their nodes. A bone of VIDE's own below one of them stands in model space in
// the file, since the nodes of others stay as they are. `imports` must outlive the result.
GltfJoints writeJoints(GltfBuilder& builder, const Skeleton& skeleton, const GltfImports& imports);

// {"translation": ..., "rotation": ..., "scale": ...} without the parts that do nothing.
Json nodeTransform(const Transform& transform);

}  // namespace vide::detail
