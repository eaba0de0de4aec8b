// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// What a glTF holds that VIDE did not write, as a document: a bone for every node that moves (see
// gltf_bones.hpp), a layer for every primitive of triangles that the scene shows, an image for
// every picture that colours one, a clip for every animation. Ids are those of the file: a bone's
// is its node's index, a layer's its node's index (plus a million for each further primitive of the
// mesh), an image's and a clip's the index in their lists.
//
// The document has no canvas and one unit to a unit. A picture that cannot be read leaves its
// layers plain. Weights are scaled to sum to one; a vertex without any follows the first joint it
// names.
Result<Document> importDocument(const GltfDocument& gltf);

// Where in the file the layer with that id stands.
struct ImportedPrimitive {
  std::size_t node = 0;
  std::size_t primitive = 0;  // of the node's mesh
};
ImportedPrimitive primitiveOf(LayerId id);

}  // namespace vide::detail
