// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace vide::detail {

// A function over a stretch of columns, linear between its knots, which lie on whole columns.
struct Knot {
  int column = 0;
  double value = 0;
};
using Knots = std::vector<Knot>;  // columns strictly ascending, at least one knot

// A column within the knots' range.
double valueAt(std::span<const Knot> f, int column);

// f over begin .. last, a range that overlaps f's: cut where f reaches further, and continued with
// a step of 1 a column where it does not.
void fitTo(std::span<const Knot> f, int begin, int last, Knots& out);

// Replaces f by the smaller of f and g, which cover the same columns. Returns the least value at
// which g was smaller, or infinity where it never was. `scratch` is overwritten.
double lower(Knots& f, std::span<const Knot> g, Knots& scratch);

}  // namespace vide::detail
