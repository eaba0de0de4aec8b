// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "vide/animation/clip.hpp"
#include "vide/animation/up_axis.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/skeleton/skeleton.hpp"

// A recorded motion on a drawn character, without settings: each bone points where a joint of the
// recording points. See animation/retarget.hpp for what settings can do.
namespace vide {

// Bone name to joint name.
using JointMap = std::map<std::string, std::string>;

// Bones and joints that mean the same part of a body by their names: "upper_arm.L", "LeftArm" and
// "l_shoulder" do. Bones without such a joint are left out.
JointMap matchJoints(const Skeleton& skeleton, const Skeleton& recorded);

// The axis along which the figure is the taller at rest; BVH does not say which one points up.
UpAxis upAxisOf(const Skeleton& recorded);

// From where the recorded figure, which faces +z once +y points up, is seen.
enum class RecordingView {
  front,
  side,  // its right one: it walks to the right
};

struct RecordedClipOptions {
  JointMap joints;
  UpAxis up = UpAxis::y;
  RecordingView view = RecordingView::front;
  double most_frames_per_second = 30;  // recordings often have four times as many
};

// The recording as a clip of the skeleton, which lies in the plane. The bone of a joint takes, in
// each frame, the direction in which the joint's own bone is seen; while that points at the viewer,
// it stays as it was. Bones without a joint go along. The first root with a joint moves as that
// does, scaled as the two figures' heights are.
//
// Errors: no joint, a bone or joint that is named but missing, no frames.
Result<Clip> clipOfRecording(const BvhMotion& motion, const Skeleton& skeleton,
                             const RecordedClipOptions& options);

}  // namespace vide
