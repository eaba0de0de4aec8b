// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/skeleton.hpp"

// Clips written by hand: a small JSON format, described in docs/clip-format.md.
namespace vide {

struct ClipJsonLimits {
  std::size_t max_bytes = 64 << 20;
  std::size_t max_keys = 10'000'000;  // of all clips together; each layer of a draw order is one
};

// The clips of the text for this skeleton, valid and with ids that count from 0. Angles are degrees
// in the text and radians in the clips. Errors name the clip, the bone, the part and the key: text
// that is not JSON or gives a member twice (with the line), a member that is missing, unknown or of
// the wrong kind, a bone that the skeleton lacks, and those of validate; limit_exceeded where a
// limit is passed. Tracks of layers, slots and constraints need the document that has them: an
// error here.
Result<std::vector<Clip>> parseClips(std::string_view text, const Skeleton& skeleton,
                                     const ClipJsonLimits& limits = {});

// The same for all that the document has. Further errors: a layer, shape, slot or constraint that
// it lacks, or has twice under that name.
Result<std::vector<Clip>> parseClips(std::string_view text, const Document& document,
                                     const ClipJsonLimits& limits = {});

}  // namespace vide
