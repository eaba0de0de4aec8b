// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "vide/io/animation_writer.hpp"

namespace vide::detail {

// A sprite sheet as SheetBuilder makes it, a page being written as soon as it is full. Errors
// besides the writer's own: the builder's.
Result<std::unique_ptr<AnimationWriter>> makeSheetWriter(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool);

}  // namespace vide::detail
