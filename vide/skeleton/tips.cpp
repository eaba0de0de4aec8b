// SPDX-License-Identifier: MIT
#include "vide/skeleton/tips.hpp"

#include "vide/core/text.hpp"

namespace vide {
namespace {

Bone boneOf(std::span<const TipBone> tips, std::size_t i) {
  const TipBone& tip = tips[i];
  // A parent that is out of order gives no length here and an error in Skeleton::fromBones.
  const bool has_parent = tip.parent >= 0 && tip.parent < int(i);
  const double parent_length = has_parent ? tips[std::size_t(tip.parent)].length : 0;
  Bone bone;
  bone.id = BoneId(i);
  bone.name = tip.name;
  bone.parent = tip.parent;
  bone.deform = tip.deform;
  bone.local.translation = tip.origin + Vec3{0, parent_length, 0};
  bone.local.rotation = tip.orientation;
  bone.tail = {0, tip.length, 0};
  return bone;
}

}  // namespace

Result<Skeleton> skeletonFromTips(std::span<const TipBone> tips, const SkeletonLimits& limits) {
  std::vector<Bone> bones;
  for (std::size_t i = 0; i < tips.size(); ++i) {
    if (tips[i].length < 0) {
      return fail(ErrorCode::invalid_argument, text("bone ", i, " \"", tips[i].name,
                                                    "\" has the negative length ", tips[i].length));
    }
    bones.push_back(boneOf(tips, i));
  }
  return Skeleton::fromBones(std::move(bones), limits);
}

}  // namespace vide
