// SPDX-License-Identifier: MIT
#pragma once

#include "vide/rig/document.hpp"

namespace vide::detail {

// Turns the frames of the bones of a document in the plane so that each has its tail, or the second
// bone of a chain that reaches, on its x axis: there other programs draw a bone's segment, and aim
// with it. Bones whose scale, at rest or in a clip, is not the same on both axes stay as they are.
// Nothing moves: the clips' keys are turned along.
void layBonesAlongX(Document& document);

// Whether the segment of a bone, which ends at `end` in its own frame, lies on its x axis or will
// when the bones of the document are laid so.
bool canLieAlongX(const Document& document, const Bone& bone, Vec3 end);

}  // namespace vide::detail
