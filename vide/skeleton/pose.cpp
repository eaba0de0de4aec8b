// SPDX-License-Identifier: MIT
#include "vide/skeleton/pose.hpp"

#include <cassert>

#include "vide/skeleton/detail/inheritance.hpp"

namespace vide {

void modelTransforms(const Skeleton& skeleton, std::span<const Transform> pose,
                     std::span<Affine3> out, std::size_t first) {
  assert(pose.size() == skeleton.size() && out.size() == skeleton.size());
  for (std::size_t i = first; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    Affine3 frame = toAffine(bone.local);
    if (bone.parent >= 0) {
      const std::size_t parent = std::size_t(bone.parent);
      const Mat3 inherited =
          detail::inheritedFrame({bone.inherit_rotation, bone.inherit_scale}, out[parent].linear,
                                 skeleton.rest()[parent].linear);
      frame = {inherited * frame.linear, out[parent] * frame.translation};
    }
    out[i] = frame * toAffine(pose[i]);
  }
}

void skinningTransforms(const Skeleton& skeleton, std::span<const Affine3> model,
                        std::span<Affine3> out) {
  assert(model.size() == skeleton.size() && out.size() == skeleton.size());
  for (std::size_t i = 0; i < skeleton.size(); ++i) out[i] = model[i] * skeleton.inverseRest()[i];
}

}  // namespace vide
