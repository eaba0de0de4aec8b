// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vide/author/layer_bones.hpp"
#include "vide/core/progress.hpp"
#include "vide/rig/edit.hpp"
#include "vide/rig/layer_commands.hpp"

namespace vide::detail {

class Session;

// The indices of all bones.
BoneSet allBones(const Skeleton& skeleton);

// All vertices follow that one of the handles.
VertexWeights stiffWeights(std::size_t vertices, int handle, int handles);

// Skins the layer to these bones with exact weights: by its own method where that is automatic,
// else by geodesic distance. Errors: those of weighLayer.
Result<void> bindAndWeigh(Session& session, Edit& edit, LayerId id, const BoneSet& bones,
                          std::vector<std::string>& warnings, const Progress& progress);

}  // namespace vide::detail
