// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide {

// A round brush that is drawn along a line of places.
struct Brush {
  std::span<const Vec2> along;  // at least one; a stroke's places are joined by straight lines
  double radius = 1;            // > 0
  double hardness = 0.5;        // 0..1: the share of the radius in which it acts fully
};

// How much the brush acts at a place, 0..1: fully inside, smoothly falling to 0 at the radius.
double brushAmount(const Brush& brush, Vec2 place);

enum class PaintMode {
  add,       // the strength is added to the handle's weight
  subtract,  // or taken off it
  replace,   // the weight goes to the strength
};

struct PaintOptions {
  int handle = 0;
  PaintMode mode = PaintMode::add;
  double strength = 1;  // 0..1
  int influences = 4;   // most handles a painted vertex may have afterwards, >= 1
};

// Paints one handle's weights: `amount` has for each vertex how much the brush acts on it. The
// vertex's other handles are scaled so that the row sums to one again. A vertex that follows this
// handle alone cannot follow it less and stays. See smoothWeights for a brush that smooths.
// Errors: weights that validate() refuses, arrays that do not fit, options out of range.
Result<VertexWeights> paintWeights(const VertexWeights& weights, std::span<const double> amount,
                                   const PaintOptions& options);

}  // namespace vide
