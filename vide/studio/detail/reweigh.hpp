// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/author/layer_weights.hpp"
#include "vide/core/progress.hpp"
#include "vide/rig/edit.hpp"

namespace vide::detail {

class Session;

using Quality = WeightQuality;

// Gives a skinned layer the weights of its settings' method, for the bones that it names, and
// its triangles the order that goes with them. Errors: those of LayerWeigher::weigh.
Result<void> weighLayer(Session& session, Edit& edit, LayerId id, Quality quality,
                        std::vector<std::string>& warnings, const Progress& progress);

// The same for all skinned layers among these. Those that are not weighed automatically are left
// alone, as are those that cannot be weighed; a warning says why. Of several layers nothing else is
// told: bones lie outside of those that they are not meant for. Errors: cancelled.
Result<void> reweigh(Session& session, Edit& edit, std::span<const LayerId> layers, Quality quality,
                     std::vector<std::string>& warnings, const Progress& progress);

}  // namespace vide::detail
