// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "vide/pipeline/placeholder.hpp"

namespace vide {

// What partLimbs did.
struct PartedLimbs {
  MovingSkeleton moving;
  std::string rest;                   // the pose it rests in now; empty: as it was
  std::vector<std::string> warnings;  // what has changed, and which bones still touch
};

// Lets a skeleton rest where its limbs lie free, so that a body can be put around it.
//
// Recordings often rest with all bones pointing one way, or arms lying in the trunk; skin around
// that joins what is far apart in the skeleton, and tears once it moves. Where the
// flesh that placeholderBody would give it touches so, limbs that hardly touch are turned away at
// their roots; otherwise the moment of the clips at which they touch least becomes the new rest,
// and what touches even then is turned. Clips are told from the new rest and show what they showed.
// A skeleton that rests well is left alone, as is one with bones that do not inherit rotation or
// scale. Not guaranteed: that nothing touches; the warnings name what does.
//
// Errors: those of placeholderBody; cancelled.
Result<PartedLimbs> partLimbs(MovingSkeleton source, const PlaceholderOptions& options = {},
                              const Progress& progress = {});

}  // namespace vide
