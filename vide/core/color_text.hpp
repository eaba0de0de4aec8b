// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "vide/core/color.hpp"

// How colours are written, on the command line and by pages.
namespace vide {

inline constexpr std::string_view accepted_colors =
    "#rgb, #rrggbb, #rrggbbaa, white, black or transparent";

// Digits may be large or small letters. Nothing for what is none of accepted_colors.
std::optional<Color> parseColor(std::string_view text);

}  // namespace vide
