// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/vectorize/detail/pixel_runs.hpp"
#include "vide/vectorize/outlines.hpp"
#include "vide/vectorize/trace_outlines.hpp"

namespace vide::detail {

// What traceOutlines finds, with the pixels that the outlines are meant to cover.
struct TracedShape {
  Outlines outlines;
  PixelRuns mask;  // without the islands that were left out, with filled holes filled
};

// Errors as traceOutlines.
Result<TracedShape> traceShape(const Coverage& coverage, const TraceOptions& options,
                               const Progress& progress);

}  // namespace vide::detail
