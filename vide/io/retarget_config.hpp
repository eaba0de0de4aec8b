// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/animation/retarget.hpp"
#include "vide/core/error.hpp"

// The retarget files of Animated Drawings: how a kind of character follows a kind of recording.
namespace vide {

struct RetargetConfig {
  RetargetSettings settings;
};

// Errors name the file and the line: a missing setting, a number that is none, an unknown
// projection method or kind of check. Names of joints are checked by retarget().
Result<RetargetConfig> readRetargetConfig(const std::string& path, std::size_t max_bytes = 1 << 20);
Result<RetargetConfig> parseRetargetConfig(std::string_view text, std::size_t max_bytes = 1 << 20);

}  // namespace vide
