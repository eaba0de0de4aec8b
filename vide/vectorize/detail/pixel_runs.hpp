// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vide/image/coverage.hpp"
#include "vide/vectorize/outlines.hpp"

namespace vide::detail {

// Inside pixels of one row that stand side by side: columns begin .. end - 1.
struct PixelRun {
  int begin = 0;
  int end = 0;
};

// The inside pixels of a picture as runs, from the top row down and from left to right. What later
// steps cost depends on the number of runs, not of pixels.
struct PixelRuns {
  std::vector<PixelRun> runs;
  std::vector<std::size_t> row_start{0};  // height + 1

  std::span<const PixelRun> row(int row) const {
    return std::span(runs).subspan(row_start[row], row_start[row + 1] - row_start[row]);
  }
  // The index of the run of `row` that begins at `column`; there must be one.
  std::size_t runBeginningAt(int column, int row) const;
  // The index of the run of `row` that ends just before column `end`; there must be one.
  std::size_t runEndingAt(int end, int row) const;
};

// Looks at eight pixels at a time and stops only where inside and outside meet.
PixelRuns findRuns(const Coverage& coverage);

// The pixels whose centre lies inside the outlines, an odd number of rings around it. Exact for
// coordinates that are multiples of 1/1024; a centre on an outline may go either way.
PixelRuns runsWithin(const Outlines& outlines, int width, int height);

// The parts of `wanted` that `present` lacks. Both sorted, `present` without neighbours that touch.
std::vector<PixelRun> runsMissing(std::span<const PixelRun> wanted,
                                  std::span<const PixelRun> present);

}  // namespace vide::detail
