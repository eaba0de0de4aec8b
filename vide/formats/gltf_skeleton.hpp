// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// The bones that a glTF brings, VIDE's own or of others, for use with another mesh: the joints of
// its skins and what its animations move; in a file without skins the chains of at least three
// nodes that carry nothing, before what animations move. May be empty. Errors: those of documentIn.
Result<Skeleton> skeletonIn(const GltfDocument& gltf);

}  // namespace vide
