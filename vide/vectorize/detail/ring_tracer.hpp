// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/pixel_runs.hpp"
#include "vide/vectorize/outlines.hpp"
#include "vide/vectorize/trace_outlines.hpp"

namespace vide::detail {

// Every ring of the picture, nested. `runs` are those of `coverage`. Fails only when cancelled.
Result<Outlines> traceRings(const Coverage& coverage, const PixelRuns& runs,
                            const Progress& progress);

// Without the small islands and the holes that `options` leaves out. What lay inside an island
// that goes hangs on from the ring around it.
Outlines selectRings(Outlines outlines, const TraceOptions& options);

// Positive when the ring runs counter-clockwise. px^2.
double signedArea(const Ring& ring);

}  // namespace vide::detail
