// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/rig/edit.hpp"
#include "vide/skeleton/skeleton.hpp"

// Bones as a person draws them: two points on the canvas.
namespace vide::detail {

// The nearest point whose coordinates are whole numbers of 2^-20 pixels: what a person points at is
// no finer, and such numbers come through frames and back unchanged.
Vec2 onGrid(Vec2 point);

// The coordinate without what rounding in frames has added to a number of that grid.
double withoutRounding(double coordinate);

struct RestPlace {
  Transform local;
  Vec3 tail;
};
// The rest of a bone between two points that hangs on the bone with that index (-1: on none); of a
// pin where they are one, turned as its parent.
RestPlace restBetween(const Skeleton& skeleton, int parent, Vec2 head, Vec2 tail);

// Where all bones are such as skeletonFromSegments makes them, makes them so to the last bit: the
// skeleton is then the same whatever edits led to it, and the same as one read from a file with
// these points. Other skeletons stay.
Result<void> settleBones(Edit& edit);

}  // namespace vide::detail
