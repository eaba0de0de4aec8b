// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "vide/core/error.hpp"
#include "vide/rig/edit.hpp"

// Work for commands (history.hpp) on the skeleton. All name bones by id; an id that does not exist
// is an error, as are the things that Skeleton::fromBones refuses.
namespace vide {

// Whether a bone's children stay where they are in the model while it moves, or are carried along.
enum class Children { stay, follow };

// Adds the bone; `parent` is the id of the one that carries it, or none for a root. Its own id must
// not be in use (see unusedId); `bone.parent` is worked out.
Result<void> addBone(Edit& edit, Bone bone, std::optional<BoneId> parent);

// Takes the bone away. Its children stay where they are and hang on its parent, which takes over
// its weights and the layers that followed it; of a root, the other bones of a layer take over in
// proportion (the first of them where none pulls at a vertex), and a layer that has none left stays
// fixed. Its keys, springs, settings and the constraints that name it go; a chain that has it
// inside gets shorter.
Result<void> removeBone(Edit& edit, BoneId id);

Result<void> renameBone(Edit& edit, BoneId id, std::string name);

// Gives the bone another rest transform and tail, in its parent's and its own frame. Vertices stay
// where they are: at rest nothing moves.
Result<void> placeBone(Edit& edit, BoneId id, const Transform& local, Vec3 tail, Children children);

// Hangs the bone on another one, or makes it a root; all stays where it is in the model. Errors: a
// parent that the bone carries itself. A chain that no longer goes up as far as it did makes the
// document invalid: shorten it in the same command.
Result<void> reparentBone(Edit& edit, BoneId id, std::optional<BoneId> parent);

}  // namespace vide
