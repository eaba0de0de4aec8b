// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/studio/detail/shown_moment.hpp"

// Bones that are dragged in the shown pose, by a tail or a joint.
namespace vide::detail {

enum class DragHow { rotate, move, reach };

struct BoneDrag {
  std::size_t bone = 0;
  DragHow how = DragHow::rotate;
  int length = 2;  // bones of the chain that reaches
  Vec2 to;
};

using BonePoses = std::vector<std::pair<BoneId, BonePose>>;

// How bones stand.
struct Stance {
  const Skeleton* skeleton = nullptr;
  std::span<const Transform> acted;  // A_i after constraints
  std::span<const Affine3> model;    // R'_i
};

// The poses of the bones that the drag changes, from `pose`, the bone's own before constraints.
// Angles go on from there without jumps. Errors: a bone that is scaled to nothing.
Result<BonePose> rotated(const BoneDrag& drag, const Stance& stance, const BonePose& pose);
Result<BonePose> moved(const BoneDrag& drag, const Stance& stance, const BonePose& pose);

// The same for the chain that ends in the bone and is no longer than there are bones above.
Result<BonePoses> reached(const BoneDrag& drag, const Skeleton& skeleton, const PoseGesture& start);

}  // namespace vide::detail
