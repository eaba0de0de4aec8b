// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// A_i of a bone with its angle in the plane unwrapped: 4 pi is two turns.
struct BonePose {
  Transform local;
  double angle = 0;  // radians
};

// The pose of one bone at a moment of a clip.
BonePose poseIn(const Clip& clip, BoneId bone, double time);

// Which moment of the document is looked at, and posed: a clip's, or the rest.
struct ShownMoment {
  std::optional<ClipId> clip;
  double time = 0;                     // seconds
  std::map<BoneId, BonePose> unkeyed;  // poses that no key holds yet

  // The gesture that goes on, and how the bones stood when it began.
  std::string gesture;
  std::map<BoneId, BonePose> before_gesture;

  // The clip's time that is sampled: the end of a clip that loops is its last moment, not its
  // first.
  double sampledTime(const Document& document) const;
  // How the bone is posed: by the clip, or as it waits to be keyed.
  BonePose poseOf(const Document& document, BoneId bone) const;
  // Drops what the document no longer has.
  void follow(const Document& document);
};

}  // namespace vide::detail
