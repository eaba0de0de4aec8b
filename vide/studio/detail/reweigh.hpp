// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vide/core/progress.hpp"
#include "vide/rig/edit.hpp"

namespace vide::detail {

class Session;

// How well weights are found: a draft may be coarser.
enum class Quality { draft, exact };

// Gives skinned layers the weights of their settings' method, for the bones that they name. Layers
// whose weights are authored are left alone, as are those whose weights cannot be found; a warning
// says why. Errors: cancelled.
Result<void> reweigh(const Session& session, Edit& edit, std::span<const LayerId> layers,
                     Quality quality, std::vector<std::string>& warnings, const Progress& progress);

}  // namespace vide::detail
