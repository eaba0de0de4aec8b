// SPDX-License-Identifier: MIT
#pragma once

#include "tests/formats/sample_characters.hpp"

namespace vide::test {

// A figure that uses what characters of other programs have: slots, skins, constraints,
// offsets and shapes, looks, draw orders and events. Every clip is of another kind.
Document puppet();

// A figure whose limbs reach and aim: in its first clip as other programs' inverse kinematics do,
// in its second one also in part, and to both sides.
Document walker();

// The sample documents in the plane, and the figures above.
std::vector<NamedDocument> planeSamples();

}  // namespace vide::test
