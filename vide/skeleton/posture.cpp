// SPDX-License-Identifier: MIT
#include "vide/skeleton/posture.hpp"

#include <cmath>

#include "vide/skeleton/pose.hpp"

namespace vide {
namespace {

// Whether the matrix squashes space, whatever its size: it cannot be inverted.
bool isFlat(const Mat3& m) {
  return !(std::abs(determinant(m)) > 1e-12 * length(m.x) * length(m.y) * length(m.z));
}

}  // namespace

Posture::Posture(const Skeleton& skeleton, std::span<Transform> pose, std::span<Affine3> model)
    : skeleton_(skeleton), pose_(pose), model_(model) {
  modelTransforms(skeleton_, pose_, model_);
}

void Posture::place(std::size_t bone, const Affine3& wanted) {
  const Affine3 own = toAffine(pose_[bone]);
  if (isFlat(own.linear)) return;
  const Affine3 base = model_[bone] * inverse(own);
  if (isFlat(base.linear)) return;
  pose_[bone] = decompose(inverse(base) * wanted);
  modelTransforms(skeleton_, pose_, model_, bone);
}

void Posture::turn(std::size_t bone, Quat by) {
  place(bone, {toMatrix(by) * model_[bone].linear, model_[bone].translation});
}

}  // namespace vide
