// SPDX-License-Identifier: MIT
#include "vide/studio/detail/key_edits.hpp"

#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/smooth_keys.hpp"

namespace vide::detail {
namespace {

constexpr double same_time = 1e-6;  // seconds

template <class Keys>
auto keyAt(Keys& keys, double time) {
  const auto at = std::ranges::lower_bound(keys, time - same_time, {}, &Keys::value_type::time);
  return at != keys.end() && at->time <= time + same_time ? at : keys.end();
}

std::unexpected<Error> noKey(const TrackName& track, double time) {
  return fail(ErrorCode::not_found, text(describe(track), " has no key at ", time, " s"));
}

// Puts a key in its place; one at its time gives way.
template <class Keys>
void put(Keys& keys, typename Keys::value_type key) {
  if (const auto same = keyAt(keys, key.time); same != keys.end()) keys.erase(same);
  const auto next = std::ranges::upper_bound(keys, key.time, {}, &Keys::value_type::time);
  keys.insert(next, std::move(key));
}

std::map<TrackName, std::vector<double>> timesByTrack(const std::vector<KeyAddress>& keys) {
  std::map<TrackName, std::vector<double>> times;
  for (const KeyAddress& key : keys) times[key.track].push_back(key.time);
  for (auto& [track, list] : times) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  return times;
}

// Changes the keys of one track: `change` gets them, with open tangents, and how their values read.
// They are those of `source`, which is the clip itself or an older state of it.
template <class Change>
Result<void> changeTrack(Edit& edit, const Clip& source, const TrackName& track, Change change) {
  return visitTrack(source, track, [&](auto value, const auto& owner, auto part) -> Result<void> {
    auto keys = keysIn(source, owner, part);
    openTangents(keys);
    if (auto changed = change(keys, value); !changed) return changed;
    closeTangents(keys);
    replaceKeys(edit, source.id, owner, part, std::move(keys));
    return {};
  });
}

template <class Value>
void setShape(Key<Value>& key, const KeyShape& shape) {
  const bool becomes_cubic =
      shape.interpolation == Interpolation::cubic && key.interpolation != Interpolation::cubic;
  key.interpolation = shape.interpolation;
  key.easing = shape.interpolation == Interpolation::bezier ? shape.easing : Easing{};
  if (becomes_cubic) openTangents(key);
}
// Steps always hold.
template <class Value>
void setShape(Step<Value>&, const KeyShape&) {}

// A new key goes on as the one before it.
template <class Value>
void continueShape(const Track<Value>& keys, Key<Value>& key) {
  const auto next = std::ranges::upper_bound(keys, key.time, {}, &Key<Value>::time);
  if (next == keys.begin()) return;
  key.interpolation = (next - 1)->interpolation;
  key.easing = (next - 1)->easing;
}
template <class Value>
void continueShape(const StepTrack<Value>&, Step<Value>&) {}

template <class Value>
void openNewKey(Key<Value>& key) {
  openTangents(key);
}
template <class Value>
void openNewKey(Step<Value>&) {}

bool isId(double number) {
  return number >= 0 && number <= UINT32_MAX && number == std::floor(number);
}

template <class Value>
Result<void> checkNumbers(const TrackName& track, const Numbers& numbers) {
  constexpr std::size_t least = Value::least, most = Value::most;
  const std::size_t count = numbers.size();
  if (least > most) {
    return fail(ErrorCode::unsupported, text(describe(track), " cannot be set number by number"));
  }
  if (Value::is_id && !std::ranges::all_of(numbers, isId)) {
    return fail(ErrorCode::invalid_argument,
                text("'value' of ", describe(track), " must be ids, whole numbers from 0"));
  }
  if (count >= least && count <= most) return {};
  return fail(ErrorCode::invalid_argument,
              text("'value' must have ", least == most ? text(most) : text(least, " or ", most),
                   most == 1 ? " number for " : " numbers for ", describe(track)));
}

// Takes keys out of `keys`, moved in time.
template <class Keys>
Result<Keys> taken(const TrackName& track, const Keys& keys, const std::vector<double>& times,
                   double by) {
  Keys out;
  for (const double time : times) {
    const auto at = keyAt(keys, time);
    if (at == keys.end()) return noKey(track, time);
    auto key = *at;
    double moved = key.time + by;
    if (moved < 0 && moved > -same_time) moved = 0;
    if (moved < 0) {
      return fail(ErrorCode::invalid_argument, "a key would lie before the start of the clip");
    }
    key.time = moved;
    put(out, std::move(key));
  }
  return out;
}

// The key at that time, or a new one.
template <class Keys>
typename Keys::value_type keyFor(const Keys& keys, double time) {
  if (const auto same = keyAt(keys, time); same != keys.end()) return *same;
  typename Keys::value_type key{.time = time};
  openNewKey(key);
  continueShape(keys, key);
  return key;
}

template <class Value, class T>
Result<void> setTangents(const TrackName& track, Key<T>& key, const KeyShape& shape) {
  for (const auto& [given, tangent] :
       {std::pair{&shape.in_tangent, &key.in_tangent}, {&shape.out_tangent, &key.out_tangent}}) {
    if (!*given) continue;
    if (auto usable = checkNumbers<Value>(track, **given); !usable) return usable;
    *tangent = tangentOf<Value>(key.value, **given, *tangent);
  }
  return {};
}
template <class Value, class T>
Result<void> setTangents(const TrackName&, Step<T>&, const KeyShape&) {
  return {};
}

// Adds to the numbers of a key.
template <class Value, class Keyed>
Result<void> raise(const TrackName& track, Keyed& key, const Numbers& by) {
  if (by.empty()) return {};
  if (auto usable = checkNumbers<Value>(track, by); !usable) return usable;
  Numbers numbers = Value::from(key.value);
  for (std::size_t i = 0; i < std::min(numbers.size(), by.size()); ++i) numbers[i] += by[i];
  key.value = Value::to(numbers, key.value);
  return {};
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

void takeFrom(const BonePose& pose, Channel channel, Key<Vec3>& key) {
  const Transform& local = pose.local;
  key.value = channel == Channel::translation ? local.translation
              : channel == Channel::scale     ? local.scale
                                              : local.shear;
}
void takeFrom(const BonePose& pose, Channel, Key<double>& key) { key.value = pose.angle; }
void takeFrom(const BonePose& pose, Channel, Key<Quat>& key) { key.value = pose.local.rotation; }
template <class Other>
void takeFrom(const BonePose&, Channel, Other&) {}  // no channel of a bone

Result<void> copyTrack(Edit& edit, const Clip& from, const TrackName& track,
                       const std::vector<double>& times, const Clip& to, double by) {
  return visitTrack(from, track, [&](auto, const auto& owner, auto part) -> Result<void> {
    auto keys = keysIn(from, owner, part);
    openTangents(keys);
    auto copies = taken(track, keys, times, by);
    if (!copies) return std::unexpected(copies.error());
    auto there = keysIn(to, owner, part);
    openTangents(there);
    for (auto& key : *copies) put(there, std::move(key));
    closeTangents(there);
    replaceKeys(edit, to.id, owner, part, std::move(there));
    return {};
  });
}

double lastOf(double last) { return last; }
template <class Keys, class... More>
double lastOf(double last, const Keys& keys, const More&... more) {
  return lastOf(keys.empty() ? last : std::max(last, keys.back().time), more...);
}

}  // namespace

double lastTime(const Clip& clip) {
  double last = lastOf(0, clip.draw_order, clip.events);
  for (const BoneTrack& t : clip.bones) {
    last = lastOf(last, t.translation, t.angle, t.rotation, t.scale, t.shear);
  }
  for (const MorphTrack& t : clip.morphs) last = lastOf(last, t.weight);
  for (const OffsetTrack& t : clip.offsets) last = lastOf(last, t.offsets);
  for (const LayerTrack& t : clip.layers) last = lastOf(last, t.visible, t.tint, t.opacity);
  for (const SlotTrack& t : clip.slots) last = lastOf(last, t.shown);
  for (const ConstraintTrack& t : clip.constraints) last = lastOf(last, t.mix);
  return last;
}

Result<void> setKeyValue(Edit& edit, ClipId id, const KeyAddress& address, const Numbers& numbers,
                         const std::optional<KeyShape>& shape) {
  const auto clip = find<Clip>(edit.document(), id);
  if (!clip) return std::unexpected(clip.error());
  if (address.time < 0) return fail(ErrorCode::invalid_argument, "'time' must be 0 or more");
  return changeTrack(edit, **clip, address.track, [&](auto& keys, auto value) -> Result<void> {
    auto usable = checkNumbers<decltype(value)>(address.track, numbers);
    if (!usable) return usable;
    auto key = keyFor(keys, address.time);
    key.value = value.to(numbers, key.value);
    if (shape) setShape(key, *shape);
    put(keys, std::move(key));
    return {};
  });
}

Result<void> setPoseKey(Edit& edit, ClipId id, const KeyAddress& address, const BonePose& pose) {
  const auto clip = find<Clip>(edit.document(), id);
  if (!clip) return std::unexpected(clip.error());
  return changeTrack(edit, **clip, address.track, [&](auto& keys, auto) -> Result<void> {
    auto key = keyFor(keys, address.time);
    takeFrom(pose, address.track.channel, key);
    put(keys, std::move(key));
    return {};
  });
}

Result<void> shapeKeys(Edit& edit, ClipId id, const std::vector<KeyAddress>& addresses,
                       const KeyShape& shape) {
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto clip = find<Clip>(edit.document(), id);
    if (!clip) return std::unexpected(clip.error());
    auto shaped = changeTrack(edit, **clip, track, [&](auto& keys, auto value) -> Result<void> {
      for (const double time : times) {
        const auto key = keyAt(keys, time);
        if (key == keys.end()) return noKey(track, time);
        setShape(*key, shape);
        auto set = setTangents<decltype(value)>(track, *key, shape);
        if (!set) return set;
      }
      return {};
    });
    if (!shaped) return shaped;
  }
  return {};
}

Result<void> removeKeys(Edit& edit, ClipId id, const std::vector<KeyAddress>& addresses) {
  for (const auto& [track, times] : timesByTrack(addresses)) {
    const auto clip = find<Clip>(edit.document(), id);
    if (!clip) return std::unexpected(clip.error());
    auto removed = changeTrack(edit, **clip, track, [&](auto& keys, auto) -> Result<void> {
      for (const double time : times) {
        const auto key = keyAt(keys, time);
        if (key == keys.end()) return noKey(track, time);
        keys.erase(key);
      }
      return {};
    });
    if (!removed) return removed;
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
    auto moved = changeTrack(edit, before, track, [&](auto& keys, auto value) -> Result<void> {
      for (std::size_t i = 0; i < move.raises.size(); ++i) {
        const auto key = addresses[i].track == track ? keyAt(keys, addresses[i].time) : keys.end();
        if (key == keys.end()) continue;
        auto raised = raise<decltype(value)>(track, *key, move.raises[i]);
        if (!raised) return raised;
      }
      auto away = taken(track, keys, times, move.by);
      if (!away) return std::unexpected(away.error());
      for (const double time : times) {
        if (const auto key = keyAt(keys, time); key != keys.end()) keys.erase(key);
      }
      for (auto& key : *away) put(keys, std::move(key));
      return {};
    });
    if (!moved) return moved;
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
    auto copied = copyTrack(edit, original, track, times, **target, to - first);
    if (!copied) return copied;
  }
  return {};
}

}  // namespace vide::detail
