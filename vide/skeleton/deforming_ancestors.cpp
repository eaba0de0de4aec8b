// SPDX-License-Identifier: MIT
#include "vide/skeleton/deforming_ancestors.hpp"

namespace vide {

std::vector<int> deformingAncestors(const Skeleton& skeleton) {
  std::vector<int> ancestors(skeleton.size(), -1);
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (skeleton[b].parent < 0) continue;
    const auto above = std::size_t(skeleton[b].parent);
    ancestors[b] = skeleton[above].deform ? int(above) : ancestors[above];
  }
  return ancestors;
}

}  // namespace vide
