// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "vide/io/animation_writer.hpp"

namespace vide::detail {

// A sprite sheet. Each frame is trimmed to its drawn pixels, and pictures that are the same after
// that are stored once a page. A page is written as soon as it is full, so that no more than the
// pictures of one and a batch are held in memory; a clip goes onto a new page where it then stays
// whole. Errors besides the writer's own: a frame that does not fit on a page.
Result<std::unique_ptr<AnimationWriter>> makeSheetWriter(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool);

}  // namespace vide::detail
