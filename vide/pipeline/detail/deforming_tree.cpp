// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/deforming_tree.hpp"

#include "vide/skeleton/deforming_ancestors.hpp"

namespace vide::detail {

DeformingTree deformingTree(const Skeleton& skeleton) {
  DeformingTree tree{deformingAncestors(skeleton), std::vector<std::vector<int>>(skeleton.size())};
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform || tree.parent[b] < 0) continue;
    tree.children[std::size_t(tree.parent[b])].push_back(int(b));
  }
  return tree;
}

std::vector<int> limbFrom(const DeformingTree& tree, int bone) {
  std::vector<int> limb{bone};
  while (tree.children[std::size_t(limb.back())].size() == 1) {
    limb.push_back(tree.children[std::size_t(limb.back())].front());
  }
  return limb;
}

bool startsLimb(const DeformingTree& tree, int bone) {
  const int parent = tree.parent[std::size_t(bone)];
  return parent < 0 || tree.children[std::size_t(parent)].size() > 1;
}

double lengthOf(const Skeleton& skeleton, int bone) {
  return distance(skeleton.head(std::size_t(bone)), skeleton.tail(std::size_t(bone)));
}

double lengthOf(const Skeleton& skeleton, const std::vector<int>& limb) {
  double sum = 0;
  for (const int bone : limb) sum += lengthOf(skeleton, bone);
  return sum;
}

}  // namespace vide::detail
