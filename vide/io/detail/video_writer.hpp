// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "vide/io/animation_writer.hpp"

namespace vide::detail {

// MP4 (H.264) or WebM (VP9) by the program ffmpeg, which is fed with the frames as they are. Errors
// besides the writer's own: ffmpeg is not there, or fails, in its own words.
Result<std::unique_ptr<AnimationWriter>> makeVideoWriter(const std::string& path,
                                                         AnimationFormat format,
                                                         const AnimationOptions& options);

// Whether ffmpeg is there. Errors: not_found, with what to install.
Result<void> checkVideoProgram(const std::string& path);

}  // namespace vide::detail
