// SPDX-License-Identifier: MIT
#include "vide/skeleton/pose.hpp"

#include <cassert>

namespace vide {
namespace {

Mat3 scaleAndShear(const Transform& t) {
  Transform without_rotation = t;
  without_rotation.rotation = Quat{};
  return toAffine(without_rotation).linear;
}

// What a bone's frame inherits from its parent: the rotation of one matrix, the scale and shear of
// the other, each of the posed or the resting parent.
Mat3 inheritedFrame(const Bone& bone, const Mat3& posed, const Mat3& resting) {
  if (bone.inherit_rotation && bone.inherit_scale) return posed;
  if (!bone.inherit_rotation && !bone.inherit_scale) return resting;
  const Transform moved = decompose({posed, {}});
  const Transform still = decompose({resting, {}});
  return bone.inherit_rotation ? toMatrix(moved.rotation) * scaleAndShear(still)
                               : toMatrix(still.rotation) * scaleAndShear(moved);
}

}  // namespace

void modelTransforms(const Skeleton& skeleton, std::span<const Transform> pose,
                     std::span<Affine3> out) {
  assert(pose.size() == skeleton.size() && out.size() == skeleton.size());
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    Affine3 frame = toAffine(bone.local);
    if (bone.parent >= 0) {
      const std::size_t parent = std::size_t(bone.parent);
      const Mat3 inherited =
          inheritedFrame(bone, out[parent].linear, skeleton.rest()[parent].linear);
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
