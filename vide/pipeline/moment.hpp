// SPDX-License-Identifier: MIT
#pragma once

#include "vide/animation/clip.hpp"

namespace vide {

// What a document does besides moving its bones: its shapes, offsets, slots, looks and draw order,
// and how far constraints act. Without a clip the document's own state holds.
struct Moment {
  const Clip* clip = nullptr;
  double time = 0;  // seconds; clips that loop go on
};

}  // namespace vide
