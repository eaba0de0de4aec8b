// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/animation/motion_capture.hpp"
#include "vide/animation/retarget.hpp"

namespace vide::detail {

// A recording whose figure stands on the origin and faces +x.
struct FacingMotion {
  std::size_t joints = 0;
  int frames = 0;
  std::vector<Vec3> positions;  // frames x joints: relative to the root, facing +x, y up
  std::vector<Vec3> roots;      // per frame: where the root is; +x is forward in the first frame
  std::vector<Vec3> forward;    // per frame: unit vector in the ground plane

  std::span<const Vec3> frame(int index) const {
    return std::span(positions).subspan(std::size_t(index) * joints, joints);
  }
};

// `pairs` are joint indices across the forward direction; frames run from `first` to `last`
// exclusively. Where a figure has no forward direction (it lies flat), it keeps that of the frame
// before, or +x.
FacingMotion faceForward(const MotionCapture& capture, const MotionSettings& settings, int first,
                         int last, std::span<const std::array<int, 2>> pairs);

// The picture of a displacement in front of (or beside) the figure: right and up.
Vec2 projected(Vec3 v, Projection projection);
// Its distance from the picture's plane, towards the viewer.
double depthOf(Vec3 v, Projection projection);
// The projection whose plane is nearer to the plane of least variance of the joints.
Projection leastVariance(const FacingMotion& motion, std::span<const int> joints);

}  // namespace vide::detail
