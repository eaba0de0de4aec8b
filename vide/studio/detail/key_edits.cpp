// SPDX-License-Identifier: MIT
#include "vide/studio/detail/key_edits.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "vide/animation/sample.hpp"
#include "vide/studio/detail/editable_keys.hpp"
#include "vide/studio/detail/lookup.hpp"

namespace vide::detail {
namespace {

std::map<TrackName, std::vector<double>> timesByTrack(const std::vector<KeyAddress>& keys) {
  std::map<TrackName, std::vector<double>> times;
  for (const KeyAddress& key : keys) times[key.track].push_back(key.time);
  for (auto& [track, list] : times) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  return times;
}

// What becomes of a track's keys; `source` has those that are copied.
using Change = std::function<Result<void>(EditableKeys& keys, const EditableKeys& source)>;

// The clips that a change reads: its keys are those of `target`, the clip that is edited or an
// older state of it. `source` says of what kind the track is.
struct ChangedClip {
  const Clip& source;
  const Clip& target;
};

Result<void> changeTrack(Edit& edit, const ChangedClip& clip, const TrackName& track,
                         const Change& change) {
  return visitTrack(
      clip.source, track, [&](auto value, const auto& owner, auto part) -> Result<void> {
        auto there = keysIn(clip.target, owner, part);
        using Kind = KeysOf<decltype(value), decltype(there)>;
        Kind keys(track, std::move(there));
        const bool is_copied = &clip.source != &clip.target;
        const Kind copied(track, is_copied ? keysIn(clip.source, owner, part) : decltype(there)());
        if (auto changed = change(keys, copied); !changed) return changed;
        replaceKeys(edit, clip.target.id, owner, part, keys.closed());
        return {};
      });
}

// The same for a clip of the document.
Result<void> changeTrack(Edit& edit, ClipId id, const TrackName& track, const Change& change) {
  const auto clip = find<Clip>(edit.document(), id);
  if (!clip) return std::unexpected(clip.error());
  return changeTrack(edit, {**clip, **clip}, track, change);
}

// Rotations run on past half a turn, as they do in time.
template <class Value, class T>
Numbers sampledNumbers(const Track<T>& keys, const std::vector<double>& times) {
  Numbers all;
  for (const double time : times) {
    Numbers value = Value::from(sampleTrack(keys, time, T{}));
    if constexpr (std::is_same_v<Value, TurnValue>) {
      if (!all.empty()) value[0] += 360 * std::round((all.back() - value[0]) / 360);
    }
    all.insert(all.end(), value.begin(), value.end());
  }
  return all;
}

}  // namespace

double lastTime(const Clip& clip) {
  double last = clip.events.empty() ? 0 : clip.events.back().time;
  visitKeyLists(clip, [&](auto, const TrackName&, const auto& keys) {
    if (!keys.empty()) last = std::max(last, keys.back().time);
  });
  return last;
}

Result<void> setKeyValue(Edit& edit, ClipId id, const KeyAddress& address, const Numbers& numbers,
                         const std::optional<KeyShape>& shape) {
  if (const auto clip = find<Clip>(edit.document(), id); !clip) {
    return std::unexpected(clip.error());
  }
  if (address.time < 0) return fail(ErrorCode::invalid_argument, "'time' must be 0 or more");
  return changeTrack(edit, id, address.track, [&](EditableKeys& keys, const EditableKeys&) {
    return keys.set(address.time, numbers, shape);
  });
}

Result<void> setPoseKey(Edit& edit, ClipId id, const KeyAddress& address, const BonePose& pose) {
  const auto set = [&](EditableKeys& keys, const EditableKeys&) -> Result<void> {
    keys.setPose(address.time, address.track.channel, pose);
    return {};
  };
  return changeTrack(edit, id, address.track, set);
}

Result<void> shapeKeys(Edit& edit, ClipId id, const std::vector<KeyAddress>& addresses,
                       const KeyShape& shape) {
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto shape_all = [&](EditableKeys& keys, const EditableKeys&) -> Result<void> {
      for (const double time : times) {
        if (auto shaped = keys.shape(time, shape); !shaped) return shaped;
      }
      return {};
    };
    if (auto shaped = changeTrack(edit, id, track, shape_all); !shaped) return shaped;
  }
  return {};
}

Result<void> removeKeys(Edit& edit, ClipId id, const std::vector<KeyAddress>& addresses) {
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto remove_all = [&](EditableKeys& keys, const EditableKeys&) {
      return keys.remove(times);
    };
    if (auto removed = changeTrack(edit, id, track, remove_all); !removed) return removed;
  }
  return {};
}

Result<Numbers> sampleTrackAt(const Clip& clip, const TrackName& track,
                              const std::vector<double>& times) {
  Numbers all;
  const auto visited =
      visitTrack(clip, track, [&](auto value, const auto& owner, auto part) -> Result<void> {
        const auto keys = keysIn(clip, owner, part);
        if constexpr (requires { sampleTrack(keys, 0, keys[0].value); }) {
          if (!keys.empty()) all = sampledNumbers<decltype(value)>(keys, times);
          return {};
        } else {
          return fail(ErrorCode::unsupported,
                      text(describe(track), " has no numbers between keys"));
        }
      });
  if (!visited) return std::unexpected(visited.error());
  return all;
}

Result<void> moveKeys(Edit& edit, const Clip& before, const std::vector<KeyAddress>& addresses,
                      const KeyMove& move) {
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto move_all = [&](EditableKeys& keys, const EditableKeys&) -> Result<void> {
      for (std::size_t i = 0; i < move.raises.size(); ++i) {
        if (addresses[i].track != track) continue;
        auto raised = keys.raise(addresses[i].time, move.raises[i]);
        if (!raised) return raised;
      }
      return keys.move(times, move.by);
    };
    if (auto moved = changeTrack(edit, {before, before}, track, move_all); !moved) return moved;
  }
  return {};
}

Result<void> copyKeys(Edit& edit, ClipId from, const std::vector<KeyAddress>& addresses,
                      ClipId to_clip, double to) {
  if (addresses.empty()) return {};
  const double first = std::ranges::min(addresses, {}, &KeyAddress::time).time;
  const auto source = find<Clip>(edit.document(), from);
  if (!source) return std::unexpected(source.error());
  const Clip original = **source;
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto target = find<Clip>(edit.document(), to_clip);
    if (!target) return std::unexpected(target.error());
    const auto copy = [&](EditableKeys& keys, const EditableKeys& copied) {
      return keys.copyFrom(copied, times, to - first);
    };
    if (auto done = changeTrack(edit, {original, **target}, track, copy); !done) return done;
  }
  return {};
}

}  // namespace vide::detail
