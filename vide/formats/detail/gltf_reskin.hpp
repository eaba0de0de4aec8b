// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_weights.hpp"

namespace vide::detail {

// The bones that move a surface, as nodes. New nodes follow those of the file.
struct ReskinJoints {
  std::vector<std::size_t> nodes;     // by bone
  std::vector<Affine3> inverse_rest;  // by bone
  std::vector<Json> added;            // nodes
  std::optional<std::size_t> root;    // of the added ones, which hangs in the scene
};

enum class OldSkins { kept, replaced };

// The document with the surface's parts moved by those joints. Parts whose skins are kept use them.
// Everything must fit together, but for what withWeights says of errors.
Result<GltfDocument> reskinned(const GltfDocument& gltf, const GltfSurface& surface,
                               const VertexWeights& weights, const ReskinJoints& joints,
                               OldSkins old_skins);

}  // namespace vide::detail
