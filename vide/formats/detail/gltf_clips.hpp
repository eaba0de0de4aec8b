// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_bones.hpp"

namespace vide::detail {

// The animations that VIDE did not write, as clips that put every bone where the file puts its
// node; a clip's id is the index of its animation. Keys are the file's own wherever the rest pose
// leaves the parts of a transform apart (its scale is the same along all axes); otherwise the
// motion is sampled 60 times a second, more coarsely where that passes what the file's size
// justifies. Morph targets are left out.
//
// Errors: those of readNodeMotions.
Result<std::vector<Clip>> readClips(const GltfDocument& gltf, const GltfNodes& nodes,
                                    const GltfBones& bones, GltfAllowance& allowance);

}  // namespace vide::detail
