// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_joints.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The clips as core glTF can play them. Translation, rotation and scale of each moving bone's node
// are sampled so that rotation keys lie less than 180 degrees apart; shear is left out. VIDE_rig
// holds the keys as authored. Clips that move no bone have no animation; imported ones keep theirs.
Result<void> writeMotion(GltfBuilder& builder, const Document& document, const GltfJoints& joints,
                         const GltfImports& imports);

}  // namespace vide::detail
