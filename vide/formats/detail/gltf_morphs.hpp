// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// Names and weights at rest of the shapes of the node's mesh. Names are what exporters agree to
// put into the mesh's extras ("targetNames"); weights are the node's, else the mesh's.
void nameShapes(const GltfDocument& gltf, std::size_t node, std::vector<MorphShape>& shapes);

// Adds to the clips what the file's animations do to the shapes of the document's layers, both just
// imported. Errors: those of readSampler, values that do not fit the number of shapes.
Result<void> readMorphTracks(const GltfDocument& gltf, Document& document,
                             GltfAllowance& allowance);

}  // namespace vide::detail
