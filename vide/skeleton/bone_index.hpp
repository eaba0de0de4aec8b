// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "vide/skeleton/skeleton.hpp"

namespace vide {

// The index of the bone with that id, or skeleton.size(). Ids mostly count the bones, so the
// look-up is mostly free.
inline std::size_t boneIndex(const Skeleton& skeleton, BoneId id) {
  if (id < skeleton.size() && skeleton[id].id == id) return id;
  return std::size_t(std::ranges::find(skeleton.bones(), id, &Bone::id) - skeleton.bones().begin());
}

}  // namespace vide
