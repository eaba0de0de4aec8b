// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/edge_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace vide::detail {
namespace {

// The edge walked along its longer coordinate in steps of one cell.
struct Walk {
  std::int64_t steps, factor;

  // The doubled area that the nearest grid point to the right of the edge adds at a step.
  std::int64_t addedAt(std::int64_t step) const { return factor * step % steps; }
};

// The step near `middle` where the added area is small. Of the numbers that addedAt takes in the
// window, about eight are expected below the first bound.
std::int64_t bestStep(const Walk& walk, std::int64_t middle, int slack) {
  const std::int64_t nearer_end = std::min(middle, walk.steps - middle);
  const std::int64_t reach = std::max<std::int64_t>(nearer_end / slack, 1);
  const std::int64_t start = middle - reach;
  const std::int64_t at_start = walk.addedAt(start);
  for (std::int64_t bound = 4 * (walk.steps / reach); bound < walk.steps; bound *= 2) {
    if (walk.addedAt(middle) <= bound) return middle;
    if (at_start <= bound) return start;
    const std::int64_t low = walk.steps - at_start;
    const std::int64_t further = firstMultipleWithin(walk.factor, walk.steps, low, low + bound);
    if (further >= 0 && further <= 2 * reach) return start + further;
  }
  return middle;
}

}  // namespace

// Where no multiple of the factor lies in the range before the first wrap, some wrap y must bring
// one there: y is the answer to the same question with the factor as the modulus.
std::int64_t firstMultipleWithin(std::int64_t factor, std::int64_t modulus, std::int64_t low,
                                 std::int64_t high) {
  if (low == 0) return 0;
  if (factor == 0) return -1;
  if (2 * factor > modulus)
    return firstMultipleWithin(modulus - factor, modulus, modulus - high, modulus - low);
  const std::int64_t direct = (low + factor - 1) / factor;
  if (direct * factor <= high) return direct;
  const std::int64_t wraps = firstMultipleWithin((factor - modulus % factor) % factor, factor,
                                                 low % factor, high % factor);
  return wraps < 0 ? -1 : (low + modulus * wraps + factor - 1) / factor;
}

GridPoint pointOnEdge(GridPoint a, GridPoint b, double t, int slack) {
  const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
  const bool is_steep = std::abs(dy) > std::abs(dx);
  const std::int64_t run = is_steep ? dy : dx, rise = is_steep ? dx : dy;
  const std::int64_t steps = std::abs(run), sign = run > 0 ? 1 : -1, side = is_steep ? -1 : 1;
  const Walk walk{steps, ((side * sign * rise) % steps + steps) % steps};
  const auto nearest = static_cast<std::int64_t>(std::floor(static_cast<double>(steps) * t + 0.5));
  const std::int64_t middle = std::clamp<std::int64_t>(nearest, 2, steps - 2);
  const std::int64_t step = bestStep(walk, middle, slack);
  const std::int64_t along = sign * step;
  const std::int64_t across = (along * rise - side * walk.addedAt(step)) / run;
  return {static_cast<std::int32_t>(a.x + (is_steep ? across : along)),
          static_cast<std::int32_t>(a.y + (is_steep ? along : across))};
}

}  // namespace vide::detail
