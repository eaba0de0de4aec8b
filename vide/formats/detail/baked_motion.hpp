// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/rig/document.hpp"

namespace vide::detail {

// Turns what only VIDE works out into plain keys every `step` seconds, straight between them and
// no more of them than it takes: constraints and bones that do not inherit into keys of the bones,
// morph shapes into positions at rest and offsets. The document must be valid. What cannot be told
// that way is taken out; the warnings that come back name it.
std::vector<std::string> bakeMotion(Document& document, double step);

}  // namespace vide::detail
