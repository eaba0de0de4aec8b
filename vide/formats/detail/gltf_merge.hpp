// SPDX-License-Identifier: MIT
#pragma once

#include "vide/formats/detail/json.hpp"

namespace vide::detail {

// Adds to `fresh` the members of `older` that VIDE does not write itself: extras, extensions of
// others, textures that VIDE has no use for. Recurses where both have an object.
void keepForeignMembers(Json& fresh, const Json& older);

}  // namespace vide::detail
