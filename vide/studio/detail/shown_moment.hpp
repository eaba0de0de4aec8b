// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/rig/document.hpp"
#include "vide/studio/detail/tracks.hpp"

namespace vide::detail {

// A_i of a bone with its angle in the plane unwrapped: 4 pi is two turns.
struct BonePose {
  Transform local;
  double angle = 0;  // radians

  friend bool operator==(const BonePose&, const BonePose&) = default;
};

// The pose of one bone at a moment of a clip.
BonePose poseIn(const Clip& clip, BoneId bone, double time);

// A drag that goes on as long as calls name the same `merge` and the bones stay the same, and how
// all of them stood when it began.
struct PoseGesture {
  std::string merge;
  std::map<BoneId, BonePose> before;
  std::vector<Transform> acted;  // A_i of every bone after constraints
};

// The same for keys that are dragged.
struct KeyGesture {
  std::string merge;
  std::vector<KeyAddress> keys;
  Clip before;
};

// Which moment of the document is looked at, and posed: a clip's, or the rest.
struct ShownMoment {
  std::optional<ClipId> clip;
  double time = 0;                     // seconds
  std::map<BoneId, BonePose> unkeyed;  // poses that no key holds yet

  PoseGesture pose_gesture;
  KeyGesture key_gesture;
  // The gesture of that name that moves these keys, or null where none goes on.
  const KeyGesture* keyGesture(const std::string& merge, ClipId moved_clip,
                               const std::vector<KeyAddress>& keys) const;
  // Forgets gestures of other names.
  void endGestures(const std::string& but = {});

  // The clip's time that is sampled: the end of a clip that loops is its last moment, not its
  // first.
  double sampledTime(const Document& document) const;
  // How the bone is posed: by the clip, or as it waits to be keyed.
  BonePose poseOf(const Document& document, BoneId bone) const;
  // Drops what the document no longer has.
  void follow(const Document& document);
};

}  // namespace vide::detail
