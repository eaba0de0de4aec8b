// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_imports.hpp"
#include "vide/formats/detail/gltf_joints.hpp"
#include "vide/formats/detail/rig_json.hpp"

namespace vide::detail {

// Where the nodes of visible layers hang, back to front. glTF ignores the transforms of a skinned
// mesh's node and wants it at the root of the scene.
struct GltfLayerNodes {
  std::vector<std::size_t> skinned;  // of the scene
  std::vector<std::size_t> fixed;    // of the character's root node
};

// Images, materials, skins, meshes and nodes of every layer that has vertices, but for those that
// are imported as they are. A layer that takes the place of one that others put into the file hangs
// nowhere: viewers go on showing that one. The document must be valid.
Result<GltfLayerNodes> writeLayers(GltfBuilder& builder, const Document& document,
                                   const GltfJoints& joints, const GltfImports& imports);

// Fills in what writeLayers wrote: the layers' meshes, texture coordinates and weights, and the
// images' bytes.
Result<Document> readLayers(const GltfDocument& gltf, RigRecord record);

}  // namespace vide::detail
