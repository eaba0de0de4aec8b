// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/rig/document.hpp"

namespace vide::detail {

// An end of a bone at rest, and what it holds of a layer in the plane.
struct LayerHold {
  std::size_t bone = 0;  // of the skeleton
  Vec2 end;
  Vec2 place;  // the end itself, or the nearest place of the layer's shape where it lies outside
};

// Of the bones that the layer follows: a head and a tail each, a pin's once. An end outside holds
// nothing where another bone is nearer to its place: in a drawing of several layers most bones are
// meant for others. One at least is left of any.
std::vector<LayerHold> holdsOf(const Layer& layer, const Skeleton& skeleton);

}  // namespace vide::detail
