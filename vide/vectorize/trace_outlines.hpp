// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/image/coverage.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide {

enum class Holes { keep, fill };

struct TraceOptions {
  // Islands of a smaller area (px^2, their holes not counted) are left out. 0 keeps every pixel.
  double min_island_area = 0;
  // `fill` leaves out all holes, and with them the islands that lie in holes.
  Holes holes = Holes::keep;
  // Pixels by which outlines grow, 0..256. An anti-aliased edge ends 0.7 px outside its outline;
  // the rest is what simplifying to a pixel may take back.
  double margin = 1.5;
};

// The outlines of the pixels that are inside, by marching squares (Lorensen and Cline 1987, in the
// plane) over the pixel centres: between the centres of an inside and an outside pixel the outline
// passes where the linearly interpolated value falls through the threshold, at least 1/32 px from
// either centre. Around the picture lie empty pixels, so that a full picture's outline runs along
// its border.
//
// Saddle rule: two inside pixels that only touch at a corner are not connected; two outside pixels
// there are. It holds wherever VIDE walks over pixels.
//
// The margin moves every point outwards, but not beyond the picture's border and only 4/5 of the
// way to the medial axis that separates it from another stretch of outline: it never joins parts
// nor fills holes. In tight places and sharp inner corners points move less than the margin.
//
// Rings are simple and neither cross nor touch; the centre of every inside pixel of a kept island
// lies strictly inside its ring. Coordinates are multiples of 1/1024 px, and orientation tests on
// them are exact in double. Rings come in the order in which a reader of the picture meets them,
// top row first. Neighbouring points may be collinear.
//
// Errors: a picture without pixels, larger than 32768 px a side or not matching its size; no pixel
// inside (malformed_data); an option out of range; cancelled.
Result<Outlines> traceOutlines(const Coverage& coverage, const TraceOptions& options = {},
                               const Progress& progress = {});

}  // namespace vide
