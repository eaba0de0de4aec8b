// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

struct CharacterJoint {
  std::string name;
  int parent = -1;  // index of an earlier joint; -1 for the root alone
  Vec2 position;    // pixels from the picture's top-left corner, y down
};

// The joints of a drawn figure, as Animated Drawings describes them. The first joint is the root.
struct CharacterRig {
  int width = 0;  // of the picture, pixels
  int height = 0;
  std::vector<CharacterJoint> joints;

  // Index of the joint with that name, or -1.
  int find(std::string_view name) const;
  // Where a joint was drawn, in the document's space: y up from the bottom-left corner.
  Vec2 drawn(std::size_t joint) const {
    return {joints[joint].position.x, height - joints[joint].position.y};
  }
};

// Errors, each naming the joint: no joints, a first joint that has a parent or another that has
// none, a parent that is not earlier in the list, a repeated or empty name, a position that is not
// finite or beyond 1e30, a picture without size.
Result<void> validate(const CharacterRig& rig);

// A bone for each joint but the root: it starts at the joint's parent, ends at the joint and takes
// the joint's name; its parent is the bone that ends where it starts. Bones that start at the root
// have no parent. In the document's space. A joint drawn on top of its parent gives a bone without
// length, which does not deform. Errors: those of validate.
Result<Skeleton> skeletonFromCharacter(const CharacterRig& rig);

}  // namespace vide
