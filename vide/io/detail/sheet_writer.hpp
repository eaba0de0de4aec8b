// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "vide/io/animation_writer.hpp"

namespace vide::detail {

// A sprite sheet. Each frame is trimmed to its drawn pixels, and pictures that are the same after
// that are stored once a page. A clip goes onto a new page where it then stays whole; a page is
// written as soon as that can be told, so that no more than the pictures of two and a batch are
// held in memory. Clips of one name are told apart by numbers. Errors besides the writer's own: a
// frame that does not fit on a page, a rate outside 0.001..1000.
Result<std::unique_ptr<AnimationWriter>> makeSheetWriter(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool);

}  // namespace vide::detail
