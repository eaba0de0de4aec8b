// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

// Whether a file that requires the extension is read as it is meant. That goes for all that only
// says how light falls on a surface: it is kept, and nothing depends on it.
bool isUnderstood(std::string_view extension);

// Error: required extensions that are not, all by name.
Result<void> checkRequired(const GltfContent& content);

}  // namespace vide::detail
