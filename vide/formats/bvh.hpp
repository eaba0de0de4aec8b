// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/animation/motion_capture.hpp"
#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/skeleton/skeleton.hpp"

// Biovision hierarchy files (.bvh): a skeleton and its recorded motion.
//
// There is no written standard; where programs differ, VIDE reads as Blender does: rotations apply
// in the order the channels are listed, R = R_first * R_second * R_third, and a position channel
// replaces its component of OFFSET.
namespace vide {

struct BvhLimits {
  std::size_t max_joints = 10'000;
  std::size_t max_values = 50'000'000;  // frames x channels, and frames x joints
};

enum class BvhChannel : std::uint8_t {
  x_position,
  y_position,
  z_position,
  x_rotation,
  y_rotation,
  z_rotation,
};

struct BvhMotion {
  // One bone per joint, in the order of the file; frames are axis-aligned at rest. The tail is the
  // mean of the child joints and End Sites; a joint whose tail is itself does not deform.
  Skeleton skeleton;
  double frame_time = 0;  // seconds
  int frames = 0;
  std::vector<BvhChannel> channels;        // of all joints, in the order of the file
  std::vector<std::size_t> first_channel;  // per joint, and one past the last
  std::vector<double> values;              // frames x channels: the file's units and degrees
};

// Errors name the line: a missing part, an unknown channel, a number that is none or beyond 1e30,
// a frame that is cut off, values left over, a repeated joint name, a limit that is exceeded.
// Keywords may be in any case, and numbers may be wrapped over lines.
Result<BvhMotion> parseBvh(std::string_view text, const BvhLimits& limits = {});

// A_i of every joint in one frame, 0 <= frame < frames. Allocates nothing.
void framePose(const BvhMotion& motion, int frame, std::span<Transform> out);

// Joint frames in model space in one frame; their translations are the joint positions. Allocates
// nothing.
void jointFrames(const BvhMotion& motion, int frame, std::span<Affine3> out);

MotionCapture motionCaptureOf(const BvhMotion& motion);

// The recording as a clip of its own skeleton: a key for every frame, for the parts that the
// channels of a joint move.
Clip clipFromBvh(const BvhMotion& motion);

}  // namespace vide
