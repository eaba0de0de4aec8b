// SPDX-License-Identifier: MIT
#include "vide/skeleton/deforming_ancestor.hpp"

namespace vide {

int deformingAncestor(const Skeleton& skeleton, std::size_t bone) {
  int above = skeleton[bone].parent;
  while (above >= 0 && !skeleton[std::size_t(above)].deform) {
    above = skeleton[std::size_t(above)].parent;
  }
  return above;
}

}  // namespace vide
