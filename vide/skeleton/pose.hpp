// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// A_i of every bone: what a pose adds in the bone's own frame, R'_i = R'_parent L_i A_i. A
// default-made Transform leaves the bone at rest.
struct Pose {
  std::vector<Transform> local;

  static Pose rest(std::size_t bones) { return {std::vector<Transform>(bones)}; }
};

// R'_i of every bone. `out` has skeleton.size() elements, as has `pose`. Allocates nothing.
//
// A bone without inherit_rotation keeps the orientation that its resting parent gives it, one
// without inherit_scale the scale and shear; its joint stays on the moving parent all the same. The
// parent's matrix is split as rotation * shear * scale.
//
// Bones before `first` keep what `out` holds of them: enough where only `first` and later ones have
// changed.
void modelTransforms(const Skeleton& skeleton, std::span<const Transform> pose,
                     std::span<Affine3> out, std::size_t first = 0);

// S_i = R'_i inverse(R_i), what moves the vertices: the identity at rest. `model` is what
// modelTransforms gave; it may be the same memory as `out`.
void skinningTransforms(const Skeleton& skeleton, std::span<const Affine3> model,
                        std::span<Affine3> out);

}  // namespace vide
