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

// Which moment of the document is looked at, and posed: a clip's, or the rest.
struct ShownMoment {
  std::optional<ClipId> clip;
  double time = 0;                     // seconds
  std::map<BoneId, BonePose> unkeyed;  // poses that no key holds yet

  // The gesture that goes on, and how the bones stood when it began.
  std::string gesture;
  std::map<BoneId, BonePose> before_gesture;

  // Drops what the document no longer has.
  void follow(const Document& document);
};

}  // namespace vide::detail
