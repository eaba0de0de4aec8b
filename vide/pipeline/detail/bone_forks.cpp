// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/bone_forks.hpp"

namespace vide::detail {

BoneForks::BoneForks(const Skeleton& skeleton)
    : next_(skeleton.size(), -1), level_(skeleton.size(), 0) {
  const std::size_t bones = skeleton.size();
  for (const Bone& bone : skeleton.bones()) parent_.push_back(bone.parent);
  std::vector<int> below(bones, 1);  // with itself; children come after their parents
  for (std::size_t b = bones; b-- > 0;) {
    if (parent_[b] >= 0) below[std::size_t(parent_[b])] += below[b];
  }
  for (std::size_t b = 0; b < bones; ++b) {
    if (parent_[b] < 0) continue;
    int& next = next_[std::size_t(parent_[b])];
    if (next < 0 || below[b] > below[std::size_t(next)]) next = int(b);
  }
  for (std::size_t b = 0; b < bones; ++b) {
    const int parent = parent_[b];
    const bool goes_on = parent >= 0 && next_[std::size_t(parent)] == int(b);
    top_.push_back(goes_on ? top_[std::size_t(parent)] : int(b));
    if (parent >= 0) level_[b] = level_[std::size_t(parent)] + 1;
  }
}

std::optional<BoneForks::Fork> BoneForks::between(int a, int b) const {
  Fork fork;
  while (top_[std::size_t(a)] != top_[std::size_t(b)]) {
    const int top_a = top_[std::size_t(a)], top_b = top_[std::size_t(b)];
    const bool climbs_a = level_[std::size_t(top_a)] >= level_[std::size_t(top_b)];
    (climbs_a ? fork.below_a : fork.below_b) = climbs_a ? top_a : top_b;
    int& bone = climbs_a ? a : b;
    bone = parent_[std::size_t(climbs_a ? top_a : top_b)];
    if (bone < 0) return std::nullopt;
  }
  const int apart = level_[std::size_t(a)] - level_[std::size_t(b)];
  if (apart > 0) fork.below_a = next_[std::size_t(b)];
  if (apart < 0) fork.below_b = next_[std::size_t(a)];
  return fork;
}

}  // namespace vide::detail
