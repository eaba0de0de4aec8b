// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "vide/skeleton/skeleton.hpp"

namespace vide {

// A bone in the older modelling form, where the length belongs to the child's transform: `origin`
// is relative to the tip of the parent's segment instead of its joint.
struct TipBone {
  std::string name;
  int parent = -1;    // index of an earlier bone, or -1
  Vec3 origin;        // in the parent's frame, from its tip; in model space for roots
  Quat orientation;   // O_i, relative to the parent's frame
  double length = 0;  // along the bone's own +Y
  bool deform = true;
};

// R_i = R_parent * Translate_y(length_parent) * Translate(origin_i) * O_i, length_parent = 0 for
// roots. Ids count from 0. Errors: those of Skeleton::fromBones, and a negative length.
Result<Skeleton> skeletonFromTips(std::span<const TipBone> bones,
                                  const SkeletonLimits& limits = {});

}  // namespace vide
