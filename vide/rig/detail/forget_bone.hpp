// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "vide/rig/edit.hpp"

namespace vide {

// Makes all of the document but its skeleton do without a bone: `heir` takes over its weights and
// layers; without one, the other bones of each layer do. What else names the bone goes.
void forgetBone(Edit& edit, BoneId bone, std::optional<BoneId> heir);

}  // namespace vide
