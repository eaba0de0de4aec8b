// SPDX-License-Identifier: MIT
#include "vide/skeleton/posture.hpp"

#include <cmath>

#include "vide/skeleton/pose.hpp"

namespace vide {

Posture::Posture(const Skeleton& skeleton, std::span<Transform> pose, std::span<Affine3> model)
    : skeleton_(skeleton), pose_(pose), model_(model) {
  modelTransforms(skeleton_, pose_, model_);
}

void Posture::place(std::size_t bone, const Affine3& wanted) {
  const Affine3 own = toAffine(pose_[bone]);
  if (std::abs(determinant(own.linear)) < 1e-12) return;
  const Affine3 base = model_[bone] * inverse(own);
  if (std::abs(determinant(base.linear)) < 1e-30) return;
  pose_[bone] = decompose(inverse(base) * wanted);
  modelTransforms(skeleton_, pose_, model_);
}

void Posture::turn(std::size_t bone, Quat by) {
  place(bone, {toMatrix(by) * model_[bone].linear, model_[bone].translation});
}

}  // namespace vide
