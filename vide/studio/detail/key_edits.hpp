// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "vide/studio/detail/shown_moment.hpp"
#include "vide/studio/detail/tracks.hpp"

// Edits of keys, for any track. A key is the one at a time if it is within a microsecond of it.
// Errors of all: no such clip, channel or key. What is wrong with a key is for validate() to say.
namespace vide::detail {

// How a value goes to the next key.
struct KeyShape {
  Interpolation interpolation = Interpolation::linear;
  Easing easing;  // bezier only
  // Per second; what is left out stays.
  std::optional<Numbers> in_tangent, out_tangent;
};

// Sets a key. Without a shape it keeps the one it has, and a new key goes on as the track does.
Result<void> setKeyValue(Edit& edit, ClipId clip, const KeyAddress& key, const Numbers& value,
                         const std::optional<KeyShape>& shape);

Result<void> shapeKeys(Edit& edit, ClipId clip, const std::vector<KeyAddress>& keys,
                       const KeyShape& shape);

Result<void> removeKeys(Edit& edit, ClipId clip, const std::vector<KeyAddress>& keys);

// How far keys go: in time, and each in its numbers where it has a list.
struct KeyMove {
  double by = 0;  // seconds
  std::vector<Numbers> raises;
};

// Moves keys as they are in `before`, an older state of the clip whose other tracks are the same;
// what they land on is replaced. Errors: a key would lie before 0.
Result<void> moveKeys(Edit& edit, const Clip& before, const std::vector<KeyAddress>& keys,
                      const KeyMove& move);

// The values of a track at these times, one after another. Errors: they have no numbers between
// keys.
Result<Numbers> sampleTrackAt(const Clip& clip, const TrackName& track,
                              const std::vector<double>& times);

// Copies keys so that the earliest lies at `to`.
Result<void> copyKeys(Edit& edit, ClipId from, const std::vector<KeyAddress>& keys, ClipId to_clip,
                      double to);

// Keys one channel of a bone's pose. The channel is a bone's.
Result<void> setPoseKey(Edit& edit, ClipId clip, const KeyAddress& key, const BonePose& pose);

// The time of the clip's last key or event.
double lastTime(const Clip& clip);

}  // namespace vide::detail
