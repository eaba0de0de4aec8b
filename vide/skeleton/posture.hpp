// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "vide/core/transform.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// A pose that is changed bone by bone in the model's axes, as constraints and springs do. It works
// on memory of the caller: `pose` is A_i of every bone, `model` becomes and stays R'_i.
class Posture {
 public:
  Posture(const Skeleton& skeleton, std::span<Transform> pose, std::span<Affine3> model);

  Vec3 joint(std::size_t bone) const { return model_[bone].translation; }
  Vec3 tail(std::size_t bone) const { return model_[bone] * skeleton_[bone].tail; }
  const Affine3& model(std::size_t bone) const { return model_[bone]; }

  // Puts the bone where `wanted` says, and all that it carries with it. A bone that its pose, or
  // what carries it, has scaled to nothing stays as it is.
  void place(std::size_t bone, const Affine3& wanted);

  // Turns the bone about its joint, in the model's axes.
  void turn(std::size_t bone, Quat by);

 private:
  const Skeleton& skeleton_;
  std::span<Transform> pose_;
  std::span<Affine3> model_;
};

}  // namespace vide
