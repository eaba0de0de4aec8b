// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "vide/rig/motion_commands.hpp"
#include "vide/studio/detail/arguments.hpp"
#include "vide/studio/detail/key_values.hpp"

// The tracks of a clip as protocol.ts names them, and the lists of keys behind the names.
namespace vide::detail {

enum class TrackOf { bone, layer, slot, constraint, document };
enum class Channel {
  translation,
  angle,
  scale,
  shear,
  visible,
  tint,
  opacity,
  shown,
  mix,
  draw_order,
  weight,
  offsets,
};
inline constexpr std::array<std::string_view, 5> track_of_names{"bone", "layer", "slot",
                                                                "constraint", "document"};
inline constexpr std::array<std::string_view, 12> channel_names{
    "translation", "angle", "scale", "shear",      "visible", "tint",
    "opacity",     "shown", "mix",   "draw_order", "weight",  "offsets"};

// Which list of keys.
struct TrackName {
  TrackOf of = TrackOf::bone;
  std::uint32_t owner = 0;
  int shape = 0;  // of weights
  Channel channel = Channel::angle;

  friend auto operator<=>(const TrackName&, const TrackName&) = default;
};

// Which key.
struct KeyAddress {
  TrackName track;
  double time = 0;

  friend auto operator<=>(const KeyAddress&, const KeyAddress&) = default;
};

// Reads the members of a TrackName, of a KeyAddress.
TrackName readTrackName(Arguments& arguments);
KeyAddress readKeyAddress(Arguments& arguments);

// "the angle of bone 3".
std::string describe(const TrackName& track);

// Names in C++ what a TrackName names: calls visit(value, owner, part), where `value` is one of
// key_values.hpp, `owner` a track without keys and `part` its member; for the draw order `owner` is
// the clip. `clip` tells how a bone's rotation is keyed. Error: nothing has such a channel.
template <class Visit>
Result<void> visitTrack(const Clip& clip, const TrackName& name, Visit visit) {
  const std::uint32_t id = name.owner;
  if (name.of == TrackOf::bone) {
    const BoneTrack bone{.bone = id};
    if (name.channel == Channel::translation) {
      return visit(PlanarValue(), bone, &BoneTrack::translation);
    }
    if (name.channel == Channel::scale) return visit(PlanarValue(), bone, &BoneTrack::scale);
    if (name.channel == Channel::shear) return visit(ShearValue(), bone, &BoneTrack::shear);
    if (name.channel == Channel::angle) {
      const auto track = std::ranges::find(clip.bones, id, &BoneTrack::bone);
      const bool is_turned = track != clip.bones.end() && !track->rotation.empty();
      return is_turned ? visit(TurnValue(), bone, &BoneTrack::rotation)
                       : visit(AngleValue(), bone, &BoneTrack::angle);
    }
  }
  if (name.of == TrackOf::layer) {
    const LayerTrack layer{.layer = id};
    if (name.channel == Channel::visible) return visit(FlagValue(), layer, &LayerTrack::visible);
    if (name.channel == Channel::tint) return visit(ColorValue(), layer, &LayerTrack::tint);
    if (name.channel == Channel::opacity) return visit(NumberValue(), layer, &LayerTrack::opacity);
    if (name.channel == Channel::weight) {
      return visit(NumberValue(), MorphTrack{.layer = id, .shape = name.shape},
                   &MorphTrack::weight);
    }
    if (name.channel == Channel::offsets) {
      return visit(HiddenValue(), OffsetTrack{.layer = id}, &OffsetTrack::offsets);
    }
  }
  if (name.of == TrackOf::slot && name.channel == Channel::shown) {
    return visit(IdOrNoneValue(), SlotTrack{.slot = id}, &SlotTrack::shown);
  }
  if (name.of == TrackOf::constraint && name.channel == Channel::mix) {
    return visit(NumberValue(), ConstraintTrack{.constraint = id}, &ConstraintTrack::mix);
  }
  if (name.of == TrackOf::document && name.channel == Channel::draw_order && id == 0) {
    return visit(IdsValue(), Clip(), &Clip::draw_order);
  }
  return fail(ErrorCode::not_found, text("there is no such thing as ", describe(name)));
}

// Calls visit(value, name, keys) for every list of keys in the clip's tracks, also the empty ones,
// in the order in which pages list them; `value` is one of key_values.hpp.
template <class Visit>
void visitKeyLists(const Clip& clip, Visit visit) {
  const auto add = [&](auto value, TrackName name, const auto& keys) { visit(value, name, keys); };
  for (const BoneTrack& track : clip.bones) {
    const auto id = track.bone;
    add(PlanarValue(), {TrackOf::bone, id, 0, Channel::translation}, track.translation);
    add(AngleValue(), {TrackOf::bone, id, 0, Channel::angle}, track.angle);
    add(TurnValue(), {TrackOf::bone, id, 0, Channel::angle}, track.rotation);
    add(PlanarValue(), {TrackOf::bone, id, 0, Channel::scale}, track.scale);
    add(ShearValue(), {TrackOf::bone, id, 0, Channel::shear}, track.shear);
  }
  for (const LayerTrack& track : clip.layers) {
    const auto id = track.layer;
    add(FlagValue(), {TrackOf::layer, id, 0, Channel::visible}, track.visible);
    add(ColorValue(), {TrackOf::layer, id, 0, Channel::tint}, track.tint);
    add(NumberValue(), {TrackOf::layer, id, 0, Channel::opacity}, track.opacity);
  }
  for (const MorphTrack& track : clip.morphs) {
    add(NumberValue(), {TrackOf::layer, track.layer, track.shape, Channel::weight}, track.weight);
  }
  for (const OffsetTrack& track : clip.offsets) {
    add(HiddenValue(), {TrackOf::layer, track.layer, 0, Channel::offsets}, track.offsets);
  }
  for (const SlotTrack& track : clip.slots) {
    add(IdOrNoneValue(), {TrackOf::slot, track.slot, 0, Channel::shown}, track.shown);
  }
  for (const ConstraintTrack& track : clip.constraints) {
    add(NumberValue(), {TrackOf::constraint, track.constraint, 0, Channel::mix}, track.mix);
  }
  add(IdsValue(), {TrackOf::document, 0, 0, Channel::draw_order}, clip.draw_order);
}

// The keys that a visited track has in the clip; none where it is missing.
template <class Owner, class Keys>
Keys keysIn(const Clip& clip, const Owner& owner, Keys Owner::*part) {
  if constexpr (std::is_same_v<Owner, Clip>) {
    return clip.*part;
  } else {
    for (const Owner& track : clip.*TrackList<Owner>::member) {
      if (moveTheSame(track, owner)) return track.*part;
    }
    return {};
  }
}

// Gives a visited track these keys: a track comes with its first key and goes with its last. The
// clip grows where they are later than its end.
template <class Owner, class Keys>
void replaceKeys(Edit& edit, ClipId id, const Owner& owner, Keys Owner::*part, Keys keys) {
  const Clip& clip = *findClip(edit.document(), id);
  if (!keys.empty() && keys.back().time > clip.duration) {
    edit.replace(ItemPart<Clip, double>{id, &Clip::duration}, keys.back().time);
  }
  if constexpr (std::is_same_v<Owner, Clip>) {
    edit.replace(ItemPart<Clip, Keys>{id, part}, std::move(keys));
  } else {
    using List = ItemPart<Clip, std::vector<Owner>>;
    const auto& tracks = clip.*TrackList<Owner>::member;
    const auto at =
        std::ranges::find_if(tracks, [&](const Owner& t) { return moveTheSame(t, owner); });
    const auto place = std::size_t(at - tracks.begin());
    if (at == tracks.end()) {
      if (keys.empty()) return;
      edit.insert(List{id, TrackList<Owner>::member}, place, owner);
    }
    edit.replace(TrackKeys<Owner, Keys>{id, place, part}, std::move(keys));
    if (tracks[place] == owner) edit.erase(List{id, TrackList<Owner>::member}, place);
  }
}

}  // namespace vide::detail
