// SPDX-License-Identifier: MIT
#pragma once

// Steps of an edit on things that the caller knows to be there.

#include <vector>

#include "vide/rig/edit.hpp"

namespace vide {

template <class Item, class Value>
void replaceIn(Edit& edit, std::uint32_t id, Value Item::*part, std::type_identity_t<Value> value) {
  edit.replace(ItemPart<Item, Value>{id, part}, std::move(value));
}

// Ids of the items that `is_wanted` picks: the list itself may change while they are gone through.
template <class Items, class Wanted>
std::vector<std::uint32_t> idsWhere(const Items& items, Wanted is_wanted) {
  std::vector<std::uint32_t> ids;
  for (const auto& item : items) {
    if (is_wanted(item)) ids.push_back(item.id);
  }
  return ids;
}

// Takes the tracks that `is_wanted` picks out of one list of every clip.
template <class Track, class Wanted>
void eraseTracks(Edit& edit, std::vector<Track> Clip::*tracks, Wanted is_wanted) {
  for (const Clip& clip : edit.document().clips) {
    for (std::size_t i = (clip.*tracks).size(); i-- > 0;) {
      if (is_wanted((clip.*tracks)[i])) {
        edit.erase(ItemPart<Clip, std::vector<Track>>{clip.id, tracks}, i);
      }
    }
  }
}

// Takes a constraint and its tracks away.
inline void forgetConstraint(Edit& edit, ConstraintId id) {
  eraseTracks(edit, &Clip::constraints,
              [&](const ConstraintTrack& track) { return track.constraint == id; });
  edit.erase(DocumentPart<std::vector<Constraint>>{&Document::constraints},
             placeOf<Constraint>(edit.document(), id));
}

}  // namespace vide
