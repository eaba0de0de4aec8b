// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/image/coverage.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide {

struct SimplifyOptions {
  // How far, in pixels, a simplified outline and the given one may lie apart (both ways). One pixel
  // smooths the stair-steps of hard-edged masks and is below what shows once a picture moves. Rings
  // shorter than 40 tolerances get a 40th of their length, so that small parts keep their form.
  double tolerance = 1;
};

// The same rings with fewer points, each one of the given points.
//
// Points go one at a time, the ones that change least first, much as Visvalingam and Whyatt (1993)
// do, as long as the tolerance holds, no other point lies in the triangle that the step adds or
// cuts off, and no centre of an inside pixel is cut off or comes closer than 1/256 px to the new
// edge. So rings stay simple and apart, keep at least three points and their nesting, and every
// pixel centre that the given outlines contain stays in the closed shape. Area that is gained
// (overdraw) is not limited but by the tolerance.
//
// The fewest possible points are not guaranteed. Decisions are exact for coordinates that are
// multiples of 1/1024 px up to 32768, as traceOutlines gives; for others up to rounding. Time is
// close to linear in the number of points.
//
// Errors: tolerance negative or not a number, a picture that does not match its size, a ring of
// fewer than three points or with a coordinate that is not within +-1e6 (invalid_argument);
// cancelled.
Result<Outlines> simplifyOutlines(const Outlines& outlines, const Coverage& coverage,
                                  const SimplifyOptions& options = {},
                                  const Progress& progress = {});

}  // namespace vide
