// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/weights/detail/mask_runs.hpp"

namespace vide::detail {

// The part of a bone's segment that lies in one run.
struct SourcePiece {
  int run = 0;
  Vec2 a, b;            // along the bone, from head to tail
  bool starts = false;  // a is where the segment begins or comes in from outside
  bool ends = false;    // b is where the segment ends or leaves the shape
};

// The inside place nearest to a point of the bone outside the shape.
struct SourcePoint {
  Vec2 origin;
  Place place;
  double distance = 0;  // from `origin` to `place`
};

// Where a bone's distances start from.
struct BoneSource {
  std::vector<SourcePiece> pieces;  // from head to tail
  std::vector<SourcePoint> points;
};

// The mask must have an inside pixel. Outside stretches are sampled every pixel near the shape,
// more sparsely (half the distance to the shape) far from it, where it makes no difference.
BoneSource boneSource(const MaskRuns& runs, Vec2 head, Vec2 tail);

}  // namespace vide::detail
