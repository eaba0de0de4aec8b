// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/pixel_runs.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide::detail {

struct GrowOptions {
  double margin = 0;  // pixels
  int width = 0;      // of the picture, which the grown outlines do not leave
  int height = 0;
};

// The outlines moved outwards by the margin, point by point, with the same rings and nesting.
//
// Each point moves along the normal of its outline, smoothed over about the margin. It stops at
// 4/5 of the way to the medial axis between its own stretch of outline and any other one, be it of
// the same ring (the other leg), of another island or the far side of a hole. Where moved edges
// still meet, or a pixel of `mask` would be lost, the points there move less, if need be not at
// all.
// Fails only when cancelled.
Result<Outlines> growOutlines(const Outlines& traced, const PixelRuns& mask,
                              const GrowOptions& options, const Progress& progress);

}  // namespace vide::detail
