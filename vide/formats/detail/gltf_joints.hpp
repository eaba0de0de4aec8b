// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/transform.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// The skeleton as a plain viewer sees it: nodes with translation, rotation and scale. Shear stays
// with VIDE, so the inverse bind matrices belong to these nodes and the rest pose is always right.
struct GltfJoints {
  std::vector<std::size_t> nodes;       // by bone
  std::vector<Affine3> inverse_rest;    // by bone
  std::vector<std::size_t> root_bones;  // nodes of the bones without a parent
};

GltfJoints writeJoints(GltfBuilder& builder, const Skeleton& skeleton);

// {"translation": ..., "rotation": ..., "scale": ...} without the parts that do nothing.
Json nodeTransform(const Transform& transform);

}  // namespace vide::detail
