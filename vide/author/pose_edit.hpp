// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/rig/document.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// What a person asks of one bone, in the bone's own frame.
struct BoneEdit {
  std::string bone;             // its name
  std::optional<double> angle;  // radians, counter-clockwise as seen
  std::optional<Vec3> euler;    // radians about the fixed axes x, then y, then z
  std::optional<Vec3> move;     // units
  std::optional<Vec3> scale;
};

// The pose with the edits added in their order: rotations and scales multiply what is there, moves
// add. Errors: a bone that the skeleton lacks (the message lists those it has).
Result<Pose> editPose(const Skeleton& skeleton, Pose pose, const std::vector<BoneEdit>& edits);

// Tracks of one key that hold the pose; bones at rest get none.
std::vector<BoneTrack> tracksOfPose(const Skeleton& skeleton, const Pose& pose);

// What a moment of a clip holds besides bones and shapes (offsets, slots, looks, draw order, how
// far constraints act), as tracks of one key.
Clip stateAt(const Clip& clip, double time, const Document& document);

// How much of a morph shape a person asks for.
struct ShapeEdit {
  std::string shape;  // its name; every layer with a shape of that name takes part
  double weight = 0;
};

// The weights of shapes at a moment of a clip (or at rest, without one) with the edits, as tracks
// of one key: one for every shape whose weight is not its own. Error: a shape that no layer has
// (the message lists those there are).
Result<std::vector<MorphTrack>> poseShapes(const Document& document, const Clip* clip, double time,
                                           const std::vector<ShapeEdit>& edits);

// Index of the clip with that name. Error: none has it (the message lists the names).
Result<std::size_t> findClip(const std::vector<Clip>& clips, const std::string& name);

// The same for skins.
Result<std::size_t> findSkin(const std::vector<Skin>& skins, const std::string& name);

}  // namespace vide
