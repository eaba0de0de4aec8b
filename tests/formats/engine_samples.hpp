// SPDX-License-Identifier: MIT
#pragma once

#include "tests/formats/sample_characters.hpp"

namespace vide::test {

// A figure that uses what characters of other programs have: slots, skins, constraints,
// offsets and shapes, looks, draw orders and events. Every clip is of another kind.
Document puppet();

// The sample documents in the plane, and the puppet.
std::vector<NamedDocument> planeSamples();

}  // namespace vide::test
