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

// What f offers the row next to it, over columns begin .. last (which reach beyond f's by at most
// one): at each column the least of f there + 1 and f one column to the left or right + sqrt(2).
// f rises and falls by at most 1 a column.
void kingStep(std::span<const Knot> f, int begin, int last, Knots& out);

// Replaces f by the smaller of f and g, which cover the same columns. Returns whether g was
// smaller anywhere. `scratch` is overwritten.
bool lower(Knots& f, std::span<const Knot> g, Knots& scratch);

}  // namespace vide::detail
