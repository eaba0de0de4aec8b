// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "vide/formats/detail/native_chains.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The bones whose keys alone do not say where they are, in a clip in which the constraints with
// these ids are played as such.
std::set<std::size_t> bonesToBake(const Document& document, const std::set<ConstraintId>& played);

// Turns what only VIDE works out into plain keys, no more of them than it takes: springs, bones
// that do not inherit and constraints into keys of the bones, morph shapes into positions at rest
// and offsets. `natives`, the document's, stay as chains that bend to a side; where a clip asks
// more of one than the format's programs can, it is baked there and acts with a mix of 0. Keys of
// bones are `step` seconds apart, straight between them. The document must be valid and in the
// plane; it stays so and plays the same. The warnings that come back name what has been baked.
std::vector<std::string> bakeMotion(Document& document, const NativeChains& natives, double step);

}  // namespace vide::detail
