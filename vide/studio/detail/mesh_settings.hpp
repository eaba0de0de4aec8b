// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "vide/rig/document.hpp"
#include "vide/studio/detail/arguments.hpp"

namespace vide::detail {

// MeshSettings of protocol.ts. What is not in range is an error of the arguments.
MeshSettings meshSettingsIf(Arguments& arguments, std::string_view name);

}  // namespace vide::detail
