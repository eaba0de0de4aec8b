// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_primitive.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// Normals, colours and shapes of a primitive of the node's mesh, into the layer that it becomes.
// The accessors must have been allowed for; the shapes' names are not.
Result<void> readDetails(const GltfDocument& gltf, std::size_t node, const GltfPrimitive& primitive,
                         Layer& layer);

}  // namespace vide::detail
