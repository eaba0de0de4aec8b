// SPDX-License-Identifier: MIT
#pragma once

#include "vide/animation/clip.hpp"

namespace vide::detail {

// Angles about +z as rotations that turn the same way and as far: slerp takes the shorter arc, so
// keys are put between those that are more than a right angle apart. Splines keep their tangents
// and are within 1e-4 of what they were; easings of more than a right angle become straight pieces.
// Beyond 100 000 keys for a track, turns of thousands of rounds, only the keys themselves are
// right.
Track<Quat> rotationsOf(const Track<double>& angle);

}  // namespace vide::detail
