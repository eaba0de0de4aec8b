// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// A layer that is to follow a skeleton.
struct UnboundLayer {
  std::string name;
  std::vector<std::string> bones;   // by their names; none where that is left open
  const Coverage* shape = nullptr;  // of its picture; not null
  Vec2 corner;                      // the picture's bottom left one, document space
};

// Indices of bones, ascending.
using BoneSet = std::vector<std::size_t>;

// The bones that each layer follows, found as rig_layers.hpp says. Errors: a bone that is named
// but missing, a layer for which no deforming bone is there.
Result<std::vector<BoneSet>> bonesForLayers(std::span<const UnboundLayer> layers,
                                            const Skeleton& skeleton,
                                            std::vector<std::string>& warnings);

}  // namespace vide
