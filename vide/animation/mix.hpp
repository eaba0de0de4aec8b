// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/skeleton/runtime_skeleton.hpp"

// Mixing poses every frame, four bones at a time.
namespace vide {

// How strongly each bone takes part in a mix, 0..1, laid out as poses are: 4 floats per PoseGroup.
// Empty where all bones take part fully.
using BoneMask = std::vector<float>;

// The bones with these ids and all that they carry take part, others not. Ids that the skeleton
// lacks are passed over.
BoneMask maskOfBranches(const Skeleton& skeleton, std::span<const BoneId> roots);

// Whether every share is in 0..1.
bool isMask(std::span<const float> mask);

enum class MixMode : std::uint8_t {
  override,  // goes over to the other pose: rotations on the shorter arc
  additive,  // adds to the pose what the other one differs from rest
};

// Changes `pose` by `other`, as far as the weight and the mask say.
//
// Rotations are interpolated number by number and made unit quaternions again: at the half they are
// exact, in between a turn of 90 degrees is off by less than a degree. Additive rotations act in
// the bone's own frame, before the pose's; scales are multiplied, the rest is summed.
struct MixJob {
  std::span<PoseGroup> pose;
  std::span<const PoseGroup> other;
  float weight = 1;             // 0 .. 1, additive ones any finite number
  std::span<const float> mask;  // as BoneMask
  MixMode mode = MixMode::override;

  // Errors: sizes that differ, a weight or a share of the mask out of range.
  Result<void> validate() const;
  // Allocates nothing. The job must be valid.
  void run() const noexcept;
};

}  // namespace vide
