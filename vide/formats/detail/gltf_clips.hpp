// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_bones.hpp"

namespace vide::detail {

// The animations that VIDE did not write, as clips that put every bone where the file puts its
// node; a clip's id is the index of its animation. Keys are the file's own wherever the rest pose
// leaves the parts of a transform apart (its scale is the same along all axes); otherwise the
// motion is sampled 60 times a second. Morph targets are left out.
//
// Errors: a sampler or node that does not exist, keys that do not increase or are not finite, too
// few values, a rotation without direction.
Result<std::vector<Clip>> readClips(const GltfDocument& gltf, const GltfNodes& nodes,
                                    const GltfBones& bones);

}  // namespace vide::detail
