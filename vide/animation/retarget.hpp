// SPDX-License-Identifier: MIT
#pragma once

// Drives a drawn figure from a recorded motion, with the settings that Animated Drawings
// (https://github.com/facebookresearch/AnimatedDrawings) keeps in its configuration files.
//
// The recording is turned so that y is up and, in every frame, the figure faces +x with its root in
// the origin. Groups of its joints are projected on the frontal plane (what a viewer in front of
// the figure sees) or the sagittal plane (seen from its right side). A joint of the character takes
// the direction of a segment of the recording in that picture, the root moves as the recording's
// root does, scaled by the ratio of limb lengths, and the parts are ordered back to front by depth.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "vide/animation/character_rig.hpp"
#include "vide/animation/clip.hpp"
#include "vide/animation/motion_capture.hpp"
#include "vide/animation/up_axis.hpp"
#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"

namespace vide {

// How to read a recording.
struct MotionSettings {
  int start_frame = 0;
  std::optional<int> end_frame;  // one past the last; not set or beyond the motion: to its end
  double scale = 1;              // characters' units per unit of the recording; larger than 0
  UpAxis up = UpAxis::y;
  std::string groundplane_joint;  // stands on the ground in the first frame
  // Pairs of joints from the figure's left to its right, across its forward direction.
  std::vector<std::array<std::string, 2>> forward_perp_joint_vectors;
};

enum class Projection { frontal, sagittal };

struct ProjectionGroup {
  std::string name;
  std::vector<std::string> bvh_joints;
  std::optional<Projection> method;  // not set: the one nearer to the plane of least variance
};

// Joints of the character that are drawn together, as deep as the mean of the drivers.
struct DrawGroup {
  std::vector<std::string> bvh_depth_drivers;
  std::vector<std::string> char_joints;  // back to front while the drivers are before the plane
};

// The direction of a joint's bone: that from one joint of the recording to another.
struct JointMapping {
  std::string char_joint;
  std::string bvh_proximal;
  std::string bvh_distal;
};

// Chains of joints whose lengths tell how much smaller the character is than the recorded figure.
struct RootOffset {
  std::string projection_group;  // in whose plane the root moves
  std::vector<std::vector<std::string>> bvh_chains;
  std::vector<std::vector<std::string>> char_chains;
};

// `joint` is no handle while it lies below the line through two others: on the right-hand side of
// someone who walks from `from` to `to`.
struct AboveCheck {
  std::string joint;
  std::string from;
  std::string to;
};

// How a character follows a kind of recording.
struct RetargetSettings {
  Vec3 starting_location;  // of the root, in sides of the padded square picture; z is not used
  std::vector<ProjectionGroup> projection_groups;
  std::vector<DrawGroup> draw_groups;
  RootOffset root_offset;
  std::vector<JointMapping> mapping;
  std::vector<AboveCheck> above_checks;
};

// One picture of the motion. Lists run over the joints of the character, in its order.
struct RetargetedFrame {
  Vec2 root;  // displacement from where the root was drawn, pixels, y up
  // Direction of the bone that ends at the joint, radians in 0..2 pi counter-clockwise from +y: for
  // mapped joints that of the recording's segment, for others as posed; 0 for the root.
  std::vector<double> direction;
  // How far that bone has turned against its parent bone since it was drawn, radians, without jumps
  // from frame to frame.
  std::vector<double> turn;
  std::vector<Vec2> position;   // relative to the root, pixels, y up
  std::vector<int> draw_order;  // every joint but the root, back to front
  std::vector<int> dropped;     // joints that are no handle in this frame, ascending
};

struct GroupProjection {
  std::string group;
  Projection projection = Projection::frontal;
};

struct RetargetedMotion {
  double frame_time = 0;  // seconds
  std::vector<RetargetedFrame> frames;
  std::vector<GroupProjection> projections;  // one for each group of the settings
  std::vector<std::string> joints;           // names
  std::vector<int> parents;
  Vec2 drawn_root;         // where the root was drawn, in the document's space
  double ground = 0;       // height of the ground over drawn_root in the first frame, pixels
  double image_units = 0;  // side of the padded square picture, pixels
  std::vector<std::string> warnings;

  // In the document's space.
  Vec2 positionOf(std::size_t frame, std::size_t joint) const {
    return drawn_root + frames[frame].root + frames[frame].position[joint];
  }
};

struct RetargetLimits {
  std::size_t max_poses = 50'000'000;  // frames x joints of the character
};

// A mapped joint turns the frame of its parent joint, and with it the other bones that start there;
// of several mapped joints with one parent the last decides. A mapping whose joint was drawn below
// its above-check's line is left out, so that the joint keeps its angle to its parent. In the
// frontal plane the root follows the axis (-forward.z, 0, -forward.x) of each frame, in the
// sagittal plane `forward`, added up frame by frame. All four rules are Animated Drawings' own.
//
// Errors name the setting and the joint: a name that the recording or the character lacks, a
// mapping whose distal joint is in no projection group, no frames, limbs without length, numbers
// out of range (1e30 at most), a limit that is exceeded. Joints of a projection group that the
// recording lacks are passed over, and joints of the character that no draw group lists are drawn
// behind the others, each with a warning.
Result<RetargetedMotion> retarget(const MotionCapture& capture, const MotionSettings& motion,
                                  const RetargetSettings& settings, const CharacterRig& character,
                                  const RetargetLimits& limits = {});

// The same motion for the character's skeleton (skeletonFromCharacter): a key for every frame. The
// last frame is held for one frame time, so that the clip is as long as its pictures.
Clip clipFromRetarget(const RetargetedMotion& motion, const Skeleton& skeleton);

}  // namespace vide
