// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "vide/animation/retarget.hpp"
#include "vide/core/error.hpp"

// The motion files of Animated Drawings: which recording to play and how to read it.
namespace vide {

struct MotionConfig {
  std::string filepath;  // of the recording: as written (text from memory) or where it was found
  MotionSettings settings;
};

// `filepath` is looked for relative to the folder of the file, then to each folder above it, then
// to the working folder. Errors name the file and the line: a missing setting, a number that is
// none, an `up` other than +y and +z, a recording that is in none of these places.
Result<MotionConfig> readMotionConfig(const std::string& path, std::size_t max_bytes = 1 << 20);
Result<MotionConfig> parseMotionConfig(std::string_view text, std::size_t max_bytes = 1 << 20);

}  // namespace vide
