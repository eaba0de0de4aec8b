// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/skeleton/skeleton.hpp"

// Clips written by hand: a small JSON format, described in docs/clip-format.md.
namespace vide {

struct ClipJsonLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_keys = 10'000'000;  // of all clips together
};

// The clips of the text for this skeleton, valid and with ids that count from 0. Angles are degrees
// in the text and radians in the clips. Errors name the clip, the bone, the part and the key: text
// that is not JSON or gives a member twice (with the line), a member that is missing, unknown or of
// the wrong kind, a bone that the skeleton lacks, and those of validate; limit_exceeded where a
// limit is passed.
Result<std::vector<Clip>> parseClips(std::string_view text, const Skeleton& skeleton,
                                     const ClipJsonLimits& limits = {});

}  // namespace vide
