// SPDX-License-Identifier: MIT
#pragma once

// Secondary motion as authored: bones that lag behind what carries them and swing back (hair, ears,
// tails, cloth). SpringBones (spring_bones.hpp) runs them.

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// The tail of the bone is a mass on a damped spring that pulls it to where the pose wants it.
struct Spring {
  BoneId bone = 0;
  double frequency = 2;  // swings per second without damping, 0.01..30
  double damping = 0.3;  // 0..100 of the critical one: 0 swings for ever, 1 not at all
  Vec3 gravity;          // model units per second squared, in the model's axes
  double mix = 1;        // 0..1: how much of the swing the bone takes

  friend bool operator==(const Spring&, const Spring&) = default;
};

// Errors, naming the bone: one that the skeleton lacks or that has no length, numbers out of range.
Result<void> validate(const Spring& spring, const Skeleton& skeleton);

}  // namespace vide
