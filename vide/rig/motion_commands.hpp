// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/rig/edit.hpp"

// Work for commands (history.hpp) on clips and constraints. A whole clip comes with edit.add and
// goes with edit.remove<Clip>; its name, length and loop are set like any other part.
namespace vide {

// Which list of a clip holds the tracks of a kind.
template <class Owner>
struct TrackList;
template <>
struct TrackList<BoneTrack> {
  static constexpr auto member = &Clip::bones;
};
template <>
struct TrackList<MorphTrack> {
  static constexpr auto member = &Clip::morphs;
};
template <>
struct TrackList<OffsetTrack> {
  static constexpr auto member = &Clip::offsets;
};
template <>
struct TrackList<LayerTrack> {
  static constexpr auto member = &Clip::layers;
};
template <>
struct TrackList<SlotTrack> {
  static constexpr auto member = &Clip::slots;
};
template <>
struct TrackList<ConstraintTrack> {
  static constexpr auto member = &Clip::constraints;
};

// Whether two tracks move the same thing.
inline bool moveTheSame(const BoneTrack& a, const BoneTrack& b) { return a.bone == b.bone; }
inline bool moveTheSame(const MorphTrack& a, const MorphTrack& b) {
  return a.layer == b.layer && a.shape == b.shape;
}
inline bool moveTheSame(const OffsetTrack& a, const OffsetTrack& b) { return a.layer == b.layer; }
inline bool moveTheSame(const LayerTrack& a, const LayerTrack& b) { return a.layer == b.layer; }
inline bool moveTheSame(const SlotTrack& a, const SlotTrack& b) { return a.slot == b.slot; }
inline bool moveTheSame(const ConstraintTrack& a, const ConstraintTrack& b) {
  return a.constraint == b.constraint;
}

// The keys of one part of one track.
template <class Owner, class Keys>
struct TrackKeys {
  ClipId clip;
  std::size_t place;  // in the clip's list
  Keys Owner::*part;

  Keys& operator()(Document& document) const {
    Clip& owner = document.clips[placeOf<Clip>(document, clip)];
    return (owner.*TrackList<Owner>::member)[place].*part;
  }
  friend bool operator==(const TrackKeys&, const TrackKeys&) = default;
};

// Sets a key of the track that moves what `of`, a track without keys, names; a key at the same time
// is replaced. The track is made if it is missing, and the clip grows if it is too short:
//
//   setKey(edit, walk, BoneTrack{.bone = arm}, &BoneTrack::angle, {.time = 0.5, .value = 1.2});
//
// Errors: no such clip. What is wrong with the key is for validate() to say.
template <class Owner, class Keys>
Result<void> setKey(Edit& edit, ClipId clip, const Owner& of, Keys Owner::*part,
                    typename Keys::value_type key) {
  const Clip* found = findClip(edit.document(), clip);
  if (!found) return fail(ErrorCode::not_found, text("there is no clip ", clip));
  const auto& tracks = found->*TrackList<Owner>::member;
  const auto at = std::ranges::find_if(tracks, [&](const Owner& t) { return moveTheSame(t, of); });
  const auto place = std::size_t(at - tracks.begin());
  if (at == tracks.end()) {
    edit.insert(ItemPart<Clip, std::vector<Owner>>{clip, TrackList<Owner>::member}, place, of);
  }
  if (key.time > found->duration) {
    edit.replace(ItemPart<Clip, double>{clip, &Clip::duration}, key.time);
  }
  Keys keys = tracks[place].*part;
  const auto next = std::ranges::lower_bound(keys, key.time, {}, &Keys::value_type::time);
  if (next != keys.end() && next->time == key.time) {
    *next = std::move(key);
  } else {
    keys.insert(next, std::move(key));
  }
  edit.replace(TrackKeys<Owner, Keys>{clip, place, part}, std::move(keys));
  return {};
}

// Takes the key at exactly that time away, and the track with its last key. Errors: no such clip or
// key.
template <class Owner, class Keys>
Result<void> removeKey(Edit& edit, ClipId clip, const Owner& of, Keys Owner::*part, double time) {
  const Clip* found = findClip(edit.document(), clip);
  if (!found) return fail(ErrorCode::not_found, text("there is no clip ", clip));
  const auto& tracks = found->*TrackList<Owner>::member;
  const auto at = std::ranges::find_if(tracks, [&](const Owner& t) { return moveTheSame(t, of); });
  Keys keys = at == tracks.end() ? Keys{} : (*at).*part;
  const auto key = std::ranges::find(keys, time, &Keys::value_type::time);
  if (key == keys.end()) {
    return fail(ErrorCode::not_found, text("there is no key at ", time, " s"));
  }
  keys.erase(key);
  const auto place = std::size_t(at - tracks.begin());
  edit.replace(TrackKeys<Owner, Keys>{clip, place, part}, std::move(keys));
  if (tracks[place] == of) {
    edit.erase(ItemPart<Clip, std::vector<Owner>>{clip, TrackList<Owner>::member}, place);
  }
  return {};
}

// Adds an event, after those of the same time; the clip grows if it is too short. Errors: no such
// clip.
Result<void> addEvent(Edit& edit, ClipId clip, ClipEvent event);

// Takes a constraint and its keys away.
Result<void> removeConstraint(Edit& edit, ConstraintId id);

}  // namespace vide
