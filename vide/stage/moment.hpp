// SPDX-License-Identifier: MIT
#pragma once

#include "vide/animation/clip.hpp"
#include "vide/animation/player.hpp"

namespace vide {

// What a document does besides moving its bones: its shapes, offsets, slots, looks and draw order,
// and how far constraints act. Without a clip the document's own state holds.
struct Moment {
  const Clip* clip = nullptr;
  double time = 0;  // seconds; clips that loop go on

  // Where `share` is below 1: what goes while the clip comes, another clip or the document's own
  // state. Shapes, offsets, tints, opacities and constraints then lie between the two; what can
  // only jump is the new one's from the start.
  const Clip* from = nullptr;
  double from_time = 0;
  double share = 1;  // of `clip`, 0..1
};

// The moment that one track of a player is at; the document's own where it plays nothing.
Moment momentOf(const Player& player, int track = 0);

}  // namespace vide
