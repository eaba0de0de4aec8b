// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/studio/detail/drag_bone.hpp"
#include "vide/studio/detail/frame_json.hpp"
#include "vide/studio/detail/key_edits.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// The shown moment, and posing it.
namespace vide::detail {
namespace {

using Channels = std::vector<Channel>;

const Channels every_channel{Channel::translation, Channel::angle, Channel::scale};

bool isNear(double a, double b) { return std::abs(a - b) < 1e-6; }
bool isNear(Vec3 a, Vec3 b) { return isNear(a.x, b.x) && isNear(a.y, b.y) && isNear(a.z, b.z); }
bool isNear(const BonePose& a, const BonePose& b) {
  return isNear(a.angle, b.angle) && isNear(a.local.translation, b.local.translation) &&
         isNear(a.local.scale, b.local.scale);
}

// Where keys of the shown moment go.
struct KeyPlace {
  ClipId clip = 0;
  double time = 0;
};

Result<KeyPlace> keyPlace(const Session& session) {
  const ShownMoment& moment = session.moment();
  const Clip* clip = moment.clip ? findClip(session.document(), *moment.clip) : nullptr;
  if (!clip) {
    return fail(ErrorCode::invalid_argument,
                "there is no clip to set keys in; show one, or pose with 'key' false");
  }
  if (moment.time < 0) {
    return fail(ErrorCode::invalid_argument, "keys cannot lie before the start of the clip");
  }
  const bool is_later_round = clip->loop && moment.time > clip->duration;
  return KeyPlace{clip->id, is_later_round ? timeWithin(*clip, moment.time) : moment.time};
}

Result<void> keyPoses(Edit& edit, KeyPlace place, const BonePoses& poses,
                      const Channels& channels) {
  for (const auto& [bone, pose] : poses) {
    for (const Channel channel : channels) {
      const KeyAddress key{{.of = TrackOf::bone, .owner = bone, .channel = channel}, place.time};
      if (auto set = setPoseKey(edit, place.clip, key, pose); !set) return set;
    }
  }
  return {};
}

// Poses that the clip has by now need not wait any more.
void dropKeyed(Session& session) {
  ShownMoment& moment = session.moment();
  const Clip* clip = moment.clip ? findClip(session.document(), *moment.clip) : nullptr;
  if (!clip) return;
  const double time = moment.sampledTime(session.document());
  std::erase_if(moment.unkeyed, [&](const auto& waiting) {
    return isNear(waiting.second, poseIn(*clip, waiting.first, time));
  });
}

struct PoseStep {
  std::string name;
  std::string merge;
  bool key = false;
  Channels channels;
};

// Takes on the poses: as keys, or until they are keyed.
Result<Reply> takeOn(Session& session, const PoseStep& step, const BonePoses& poses) {
  if (!step.key) {
    for (const auto& [bone, pose] : poses) session.moment().unkeyed[bone] = pose;
    return editedWithFrame(session);
  }
  const auto place = keyPlace(session);
  if (!place) return std::unexpected(place.error());
  auto keyed = session.edit({step.name, step.merge, [&](Edit& edit) {
                               return keyPoses(edit, *place, poses, step.channels);
                             }});
  if (!keyed) return std::unexpected(keyed.error());
  for (const auto& [bone, pose] : poses) {
    const auto waiting = session.moment().unkeyed.find(bone);
    if (waiting != session.moment().unkeyed.end()) waiting->second = pose;
  }
  dropKeyed(session);
  return editedWithFrame(session);
}

Result<void> checkBones(const Skeleton& skeleton, const std::vector<BoneId>& bones) {
  for (const BoneId bone : bones) {
    if (auto found = findBoneIndex(skeleton, bone); !found) return std::unexpected(found.error());
  }
  return {};
}

Result<Reply> show(Session& session, Request& request) {
  const auto clip = request.arguments.idOrNull("clip");
  const double time = request.arguments.number("time");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (clip) {
    if (auto found = find<Clip>(session.document(), *clip); !found) {
      return std::unexpected(found.error());
    }
  }
  session.moment() = {.clip = clip, .time = time};
  return frameOf(session, session.moment());
}

Result<Reply> frame(Session& session, Request& request) {
  const auto onion = request.arguments.numberIf("onion");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (!onion) return frameOf(session, session.moment());
  return frameOf(session, {.clip = session.moment().clip, .time = *onion});
}

Result<Reply> poseBone(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const BoneId bone = arguments.id("bone");
  const auto angle = arguments.numberIf("angle");
  const auto translation = arguments.pointIf("translation"), scale = arguments.pointIf("scale");
  PoseStep step{.name = "Pose bone", .key = arguments.flag("key")};
  step.merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (auto there = checkBones(session.document().skeleton, {bone}); !there) {
    return std::unexpected(there.error());
  }
  BonePose pose = session.moment().poseOf(session.document(), bone);
  if (angle) {
    pose.angle = math::radians(*angle);
    pose.local.rotation = rotationInPlane(pose.angle);
    step.channels.push_back(Channel::angle);
  }
  if (translation) {
    pose.local.translation = {translation->x, translation->y, pose.local.translation.z};
    step.channels.push_back(Channel::translation);
  }
  if (scale) {
    pose.local.scale = {scale->x, scale->y, pose.local.scale.z};
    step.channels.push_back(Channel::scale);
  }
  return takeOn(session, step, {{bone, pose}});
}

// The gesture of that name, which begins now if none of the name goes on.
PoseGesture gestureOf(Session& session, const std::string& merge) {
  PoseGesture gesture = session.moment().pose_gesture;
  if (!merge.empty() && gesture.merge == merge) return gesture;
  gesture = {.merge = merge};
  const Document& document = session.document();
  for (const Bone& bone : document.skeleton.bones()) {
    gesture.before[bone.id] = session.moment().poseOf(document, bone.id);
  }
  const auto acted = session.scene().acted();
  gesture.acted.assign(acted.begin(), acted.end());
  return gesture;
}

Result<BonePoses> dragged(Session& session, const BoneDrag& drag, const PoseGesture& gesture) {
  const Skeleton& skeleton = session.document().skeleton;
  if (drag.how == DragHow::reach) return reached(drag, skeleton, gesture);
  const BoneId id = skeleton[drag.bone].id;
  const BonePose pose = session.moment().poseOf(session.document(), id);
  const Scene& scene = session.scene();
  const Stance stance{&skeleton, scene.acted(), scene.model()};
  const auto changed =
      drag.how == DragHow::rotate ? rotated(drag, stance, pose) : moved(drag, stance, pose);
  if (!changed) return std::unexpected(changed.error());
  return BonePoses{{id, *changed}};
}

Result<Reply> dragBone(Session& session, Request& request) {
  static constexpr std::array<std::string_view, 3> ways{"rotate", "move", "reach"};
  Arguments& arguments = request.arguments;
  const BoneId bone = arguments.id("bone");
  BoneDrag drag{.how = arguments.oneOf<DragHow>("how", ways), .to = arguments.point("to")};
  if (const auto length = arguments.integerIf("length")) drag.length = *length;
  if (drag.length < 1) arguments.refuse("length", "must be 1 or more");
  PoseStep step{.name = "Pose bone", .key = arguments.flag("key")};
  step.merge = arguments.textIf("merge").value_or("");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto index = findBoneIndex(session.document().skeleton, bone);
  if (!index) return std::unexpected(index.error());
  drag.bone = *index;
  if (drag.how != DragHow::move && isPin(session.document().skeleton[*index])) {
    return fail(ErrorCode::invalid_argument,
                text("bone '", session.document().skeleton[*index].name,
                     "' has no length to turn it by; move it"));
  }
  step.channels = {drag.how == DragHow::move ? Channel::translation : Channel::angle};
  PoseGesture gesture = gestureOf(session, step.merge);
  const auto poses = dragged(session, drag, gesture);
  if (!poses) return std::unexpected(poses.error());
  auto reply = takeOn(session, step, *poses);
  if (reply) session.moment().pose_gesture = std::move(gesture);
  return reply;
}

Result<Reply> keyPose(Session& session, Request& request) {
  static constexpr std::array<std::string_view, 3> names{"translation", "angle", "scale"};
  const auto bones = request.arguments.ids("bones");
  Channels channels;
  for (const std::string& name : request.arguments.texts("channels")) {
    const auto channel = std::ranges::find(names, name);
    if (channel == names.end()) {
      request.arguments.refuse("channels", "must name translation, angle or scale");
      break;
    }
    channels.push_back(Channel(channel - names.begin()));
  }
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (auto there = checkBones(session.document().skeleton, bones); !there) {
    return std::unexpected(there.error());
  }
  const auto place = keyPlace(session);
  if (!place) return std::unexpected(place.error());
  BonePoses poses;
  for (const BoneId bone : bones) {
    poses.push_back({bone, session.moment().poseOf(session.document(), bone)});
  }
  auto keyed = session.edit({.name = "Key pose", .work = [&](Edit& edit) {
                               return keyPoses(edit, *place, poses, channels);
                             }});
  if (!keyed) return std::unexpected(keyed.error());
  dropKeyed(session);
  return session.edited();
}

// Keys of the rest, where the bones have keys at all.
Result<void> keyRest(Edit& edit, KeyPlace place, const std::vector<BoneId>& bones) {
  const std::vector<BoneTrack> tracks = findClip(edit.document(), place.clip)->bones;
  for (const BoneTrack& track : tracks) {
    if (!std::ranges::count(bones, track.bone)) continue;
    Channels channels;
    if (!track.translation.empty()) channels.push_back(Channel::translation);
    if (!track.angle.empty() || !track.rotation.empty()) channels.push_back(Channel::angle);
    if (!track.scale.empty()) channels.push_back(Channel::scale);
    if (auto keyed = keyPoses(edit, place, {{track.bone, {}}}, channels); !keyed) return keyed;
  }
  return {};
}

Result<Reply> resetPose(Session& session, Request& request) {
  auto bones = request.arguments.ids("bones");
  const bool key = request.arguments.flag("key");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const Skeleton& skeleton = session.document().skeleton;
  if (auto there = checkBones(skeleton, bones); !there) return std::unexpected(there.error());
  if (bones.empty()) {
    for (const Bone& bone : skeleton.bones()) bones.push_back(bone.id);
  }
  if (key) {
    const auto place = keyPlace(session);
    if (!place) return std::unexpected(place.error());
    auto keyed = session.edit(
        {.name = "Reset pose", .work = [&](Edit& edit) { return keyRest(edit, *place, bones); }});
    if (!keyed) return std::unexpected(keyed.error());
  }
  for (const BoneId bone : bones) session.moment().unkeyed.erase(bone);
  return editedWithFrame(session);
}

}  // namespace

std::span<const Method> poseMethods() {
  static constexpr Method methods[] = {
      {"show", show},          {"frame", frame},      {"pose_bone", poseBone},
      {"drag_bone", dragBone}, {"key_pose", keyPose}, {"reset_pose", resetPose},
  };
  return methods;
}

}  // namespace vide::detail
