// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/detail/gltf_nodes.hpp"

namespace vide::detail {

// A skin as the file has it.
struct SkinSource {
  bool own = false;                   // VIDE wrote it
  std::vector<std::size_t> joints;    // nodes
  std::vector<Affine3> inverse_bind;  // none, or by joint
  std::vector<Affine3> bind;          // their inverses
  Affine3 placement;                  // from the mesh's own space to the model at rest
};

// Errors: a skin without joints or with one that does not exist, matrices that are too few, not
// finite or have no inverse, a limit passed.
Result<std::vector<SkinSource>> readSkins(const GltfDocument& gltf, const GltfNodes& nodes);

}  // namespace vide::detail
