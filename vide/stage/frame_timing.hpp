// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"

namespace vide {

// A clip cut into frames.
struct FrameTiming {
  std::size_t frames = 1;
  double frame_rate = 30;
  double step = 0;  // seconds from frame to frame
};

// A looping clip is cut into whole frames that join up, so that its rate may differ a little from
// the one asked for; other clips show their last moment too. Errors: a rate that is not above 0,
// more than a million frames.
Result<FrameTiming> frameTiming(const Clip& clip, double frame_rate);

}  // namespace vide
