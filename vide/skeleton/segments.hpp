// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vide/skeleton/skeleton.hpp"

namespace vide {

// A bone as most files describe it: two points in model space.
struct BoneSegment {
  std::string name;
  int parent = -1;  // index into the list, or -1; parents need not come first
  Vec3 head;
  Vec3 tail;
  bool deform = true;
};

// The skeleton with these segments: +Y runs from head to tail, and the roll is that of the smallest
// rotation from the parent's frame (from model space for roots), so that a skeleton in the plane
// z = 0 turns about z alone. Bones keep the list's order as far as parents come first; ids count
// from 0 in the order of the result.
//
// A segment without length is valid when it does not deform: it takes its parent's orientation.
// Errors, each naming the bone: a deforming segment without length, and those of parentsFirst and
// Skeleton::fromBones.
Result<Skeleton> skeletonFromSegments(std::span<const BoneSegment> segments,
                                      const SkeletonLimits& limits = {});

// The segments of a skeleton at rest, in its order.
std::vector<BoneSegment> segmentsOf(const Skeleton& skeleton);

}  // namespace vide
