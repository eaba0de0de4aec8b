// SPDX-License-Identifier: MIT
#include "vide/vectorize/trace_outlines.hpp"

#include <utility>

#include "vide/core/text.hpp"
#include "vide/vectorize/detail/grow_outlines.hpp"
#include "vide/vectorize/detail/ring_tracer.hpp"
#include "vide/vectorize/detail/traced_shape.hpp"

namespace vide {
namespace {

constexpr int largest_side = 32768;
constexpr int largest_margin = 256;

Result<void> check(const Coverage& coverage, const TraceOptions& options) {
  if (coverage.width <= 0 || coverage.height <= 0) {
    return fail(ErrorCode::invalid_argument, "picture: it has no pixels; give one that has some");
  }
  if (coverage.width > largest_side || coverage.height > largest_side) {
    return fail(ErrorCode::limit_exceeded,
                text("picture: ", coverage.width, " x ", coverage.height, " pixels, more than ",
                     largest_side, " a side; scale it down"));
  }
  if (coverage.value.size() != std::size_t(coverage.width) * std::size_t(coverage.height)) {
    return fail(ErrorCode::invalid_argument,
                text("picture: ", coverage.value.size(), " values for ", coverage.width, " x ",
                     coverage.height, " pixels; give one value a pixel"));
  }
  if (coverage.threshold == 0) {
    return fail(ErrorCode::invalid_argument,
                "threshold: 0 makes every pixel inside; use at least 1");
  }
  if (!(options.min_island_area >= 0)) {
    return fail(ErrorCode::invalid_argument, text("min_island_area: ", options.min_island_area,
                                                  " is not an area; use 0 or more"));
  }
  if (!(options.margin >= 0 && options.margin <= largest_margin)) {
    return fail(ErrorCode::invalid_argument, text("margin: ", options.margin, " is not within 0..",
                                                  largest_margin, " pixels; choose one that is"));
  }
  return {};
}

}  // namespace

Result<detail::TracedShape> detail::traceShape(const Coverage& coverage,
                                               const TraceOptions& options,
                                               const Progress& progress) {
  if (const auto valid = check(coverage, options); !valid) return std::unexpected(valid.error());
  PixelRuns runs = findRuns(coverage);
  if (runs.runs.empty()) {
    return fail(ErrorCode::malformed_data,
                text("picture: no pixel reaches the threshold of ", int(coverage.threshold),
                     " of 255 (fully transparent?); lower the threshold or choose another mask"));
  }
  progress.report(0.2);
  Result<Outlines> outlines = traceRings(coverage, runs, progress.slice(0.2, 0.5));
  if (!outlines) return std::unexpected(outlines.error());
  const std::size_t found = outlines->rings.size();
  outlines = selectRings(std::move(*outlines), options);
  if (outlines->rings.empty()) {
    return fail(ErrorCode::invalid_argument,
                text("min_island_area: no island has an area of ", options.min_island_area,
                     " px^2 or more; lower it"));
  }
  if (outlines->rings.size() < found) {
    runs = runsWithin(*outlines, coverage.width, coverage.height);
  }
  if (options.margin > 0) {
    const GrowOptions grow{options.margin, coverage.width, coverage.height};
    outlines = growOutlines(*outlines, runs, grow, progress.slice(0.5, 1));
    if (!outlines) return std::unexpected(outlines.error());
  }
  progress.report(1);
  return TracedShape{std::move(*outlines), std::move(runs)};
}

Result<Outlines> traceOutlines(const Coverage& coverage, const TraceOptions& options,
                               const Progress& progress) {
  Result<detail::TracedShape> shape = detail::traceShape(coverage, options, progress);
  if (!shape) return std::unexpected(shape.error());
  return std::move(shape->outlines);
}

}  // namespace vide
