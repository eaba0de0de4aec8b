// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "vide/core/blend_mode.hpp"

namespace vide::wasm {

// As src/vide.ts spells it.
std::string_view nameOf(BlendMode mode);

// By mode the passes of raster/blend.hpp, each the names of its four factors.
nlohmann::ordered_json describeBlending();

}  // namespace vide::wasm
