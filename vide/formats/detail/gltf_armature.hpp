// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_nodes.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Which nodes of a file without skins plainly are bones: they are shown, neither they nor what
// hangs below them carries a mesh, camera or extension, and at least three stand one below the
// other. None in a file with skins, which say themselves what their joints are.
std::vector<bool> armatureNodes(const GltfDocument& gltf, const GltfNodes& nodes);

// Those as a skeleton in the file's pose; a bone's id is the index of its node. A top that stands
// at the origin of the scene above one chain holds it, as modelling programs have it, and does not
// deform. Errors: those of Skeleton::fromBones.
Result<Skeleton> armatureOf(const GltfDocument& gltf, const GltfNodes& nodes);

}  // namespace vide::detail
