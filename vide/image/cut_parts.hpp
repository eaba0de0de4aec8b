// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/image/coverage.hpp"
#include "vide/image/image.hpp"

namespace vide {

// Cuts a picture into parts that lie over each other, such as a body and the arm in front of it.
// `parts` says where each one is, back to front, also where another part hides it: the body goes on
// behind the arm. Each result is as large as the picture and transparent outside its part.
//
// What a part further in front covers, be it in part only, cannot be seen in the picture; there a
// part continues with the colour of its own nearest pixel that can be seen, so that no hole shows
// when the other one moves away. That is a stopgap, not a painter's work: where a pattern should go
// on, flat streaks show. Nearest is meant in Euclidean distance, found in two passes (Danielsson
// 1980), which now and then takes one that is slightly further. A part that is hidden as a whole
// keeps what covers it.
//
// Errors: a part whose size is not the picture's.
Result<std::vector<Image>> cutParts(const Image& picture, std::span<const Coverage> parts);

}  // namespace vide
