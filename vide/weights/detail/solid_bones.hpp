// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/thread_pool.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/volume/solid.hpp"

namespace vide::detail {

// Where a bone acts in a solid: its segment, links from its joint to the joints of deforming
// children that do not start at its tail (through bones that do not deform, but not to other parts
// of the solid), and at the end of a limb the stretch from its tail on to just inside the surface.
struct SolidBone {
  int bone = 0;  // index in the skeleton
  std::vector<std::array<Vec3, 2>> segments;
  // The end of a limb: a plane through the tail beyond which no bone of the limb follows. `outward`
  // is zero where bones follow.
  Vec3 end, outward;
  double thickness = 0.5;  // how deep it lies in the solid, in cells: the median along its segments
  int part = -1;           // the part of the solid that most of it lies in, or -1
};

// Of every deforming bone, in the skeleton's order. A child counts only where it is in the solid or
// near it: one far away does not change its parent. A limb's last bone without length reaches as
// far on as its joint is from its parent's, in that direction.
std::vector<SolidBone> solidBones(const Solid& solid, const Skeleton& skeleton);

// Whom each cell is nearest to.
struct NearestBones {
  // Per cell up to four equally near bones (indices into the solid bones), -1 where there are no
  // more: where limbs bend, places outside the bend are as near to one bone as to the other.
  std::vector<std::array<int, 4>> bones;
  std::vector<float> distance;  // in cells, 0.5 .. 1e6
};

// The straight distance to bones that the cell sees: from the nearest place on the bone back to the
// cell the line must not leave the solid once it is inside. So a bone outside the surface acts too,
// but none acts through a gap. Where the nearest bone is hidden, the way through the solid to a
// cell that sees its nearest counts too, if it is shorter. Cells whose entry in `kept` is 0 are
// left out.
NearestBones nearestBones(const Solid& solid, std::span<const SolidBone> bones,
                          std::span<const char> kept, ThreadPool* pool);

}  // namespace vide::detail
