// SPDX-License-Identifier: MIT
#pragma once

#include "vide/image/coverage.hpp"

namespace vide::detail {

// The mask with `step` x `step` pixels made one, their mean. They are counted from the bottom left
// corner, so that a place of the document divided by `step` is the place in what comes back. A part
// that is thinner than half a step goes.
Coverage smallerCoverage(const Coverage& mask, int step);

}  // namespace vide::detail
