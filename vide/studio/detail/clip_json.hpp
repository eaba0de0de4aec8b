// SPDX-License-Identifier: MIT
#pragma once

#include "vide/animation/clip.hpp"
#include "vide/studio/detail/arguments.hpp"

namespace vide::detail {

// `ClipContent` of protocol.ts.
Json clipContentJson(const Clip& clip);

}  // namespace vide::detail
