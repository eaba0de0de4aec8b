// SPDX-License-Identifier: MIT
#include "vide/animation/retarget.hpp"

#include <algorithm>
#include <cmath>

#include "vide/animation/detail/retarget_plan.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

constexpr double full_turn = 2 * math::pi;

// Counter-clockwise from +y, in 0..2 pi; `fallback` for a vector without length.
double directionOf(Vec2 v, double fallback) {
  if (length(v) < 1e-12) return fallback;
  const double angle = math::atan2(-v.x, v.y);
  return angle < 0 ? angle + full_turn : angle;
}

double wrapped(double angle) {
  const double rest = std::fmod(angle, full_turn);
  return rest < 0 ? rest + full_turn : rest;
}

// The angle that is nearest to `last` among those that differ from `angle` by full turns.
double unwrapped(double angle, double last) {
  return last + std::remainder(angle - last, full_turn);
}

// Poses the character frame by frame.
class Poser {
 public:
  Poser(const detail::RetargetPlan& plan, const RetargetSettings& settings,
        const CharacterRig& character)
      : plan_(plan),
        character_(character),
        drawn_(detail::drawnPositions(character)),
        rest_direction_(drawn_.size(), 0.0),
        segment_direction_(drawn_.size(), 0.0),
        joint_turn_(drawn_.size(), 0.0) {
    const double units = std::max(character.width, character.height);
    root_ = Vec2{settings.starting_location.x, settings.starting_location.y} * units;
    for (std::size_t i = 1; i < drawn_.size(); ++i) {
      rest_direction_[i] = directionOf(drawn_[i] - drawn_[parentOf(i)], 0);
    }
    segment_direction_ = rest_direction_;
  }

  RetargetedFrame next() {
    RetargetedFrame frame;
    moveRoot();
    frame.root = root_;
    turnJoints();
    place(frame);
    frame.draw_order = drawOrder();
    for (const detail::Check& check : plan_.checks) {
      if (liesBelow(check, frame.position)) frame.dropped.push_back(check.joint);
    }
    std::sort(frame.dropped.begin(), frame.dropped.end());
    frame.dropped.erase(std::unique(frame.dropped.begin(), frame.dropped.end()),
                        frame.dropped.end());
    ++index_;
    return frame;
  }

 private:
  std::size_t parentOf(std::size_t joint) const {
    return std::size_t(character_.joints[joint].parent);
  }

  void moveRoot() {
    if (index_ == 0) return;
    const auto at = std::size_t(index_);
    const Vec3 step = plan_.motion.roots[at] - plan_.motion.roots[at - 1];
    const Vec3 forward = plan_.motion.forward[at];
    const bool frontal = plan_.root_projection == Projection::frontal;
    const Vec3 axis = frontal ? Vec3{-forward.z, 0, -forward.x} : forward;
    root_ += plan_.root_scale * Vec2{dot(axis, step), step.y};
  }

  // How far each joint's frame turns against its parent's.
  void turnJoints() {
    const auto recorded = plan_.motion.frame(index_);
    std::vector<double> bone_turn(drawn_.size(), 0.0);
    std::vector<double> joint_turn(drawn_.size(), 0.0);
    for (std::size_t i = 1; i < drawn_.size(); ++i) {
      const auto& segment = plan_.segments[i];
      if (!segment) continue;
      const Vec3 along =
          recorded[std::size_t(segment->distal)] - recorded[std::size_t(segment->proximal)];
      segment_direction_[i] =
          directionOf(detail::projected(along, segment->projection), segment_direction_[i]);
      bone_turn[i] = segment_direction_[i] - rest_direction_[i];
      joint_turn[parentOf(i)] = bone_turn[i] - bone_turn[parentOf(i)];
    }
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
      joint_turn_[i] = unwrapped(joint_turn[i], joint_turn_[i]);
    }
  }

  void place(RetargetedFrame& frame) const {
    const std::size_t count = drawn_.size();
    frame.direction.assign(count, 0.0);
    frame.turn.assign(count, 0.0);
    frame.position.assign(count, Vec2{});
    std::vector<double> world_turn(count, 0.0);
    world_turn[0] = joint_turn_[0];
    for (std::size_t i = 1; i < count; ++i) {
      const std::size_t parent = parentOf(i);
      world_turn[i] = world_turn[parent] + joint_turn_[i];
      const auto [s, c] = math::sinCos(world_turn[parent]);
      const Vec2 bone = drawn_[i] - drawn_[parent];
      frame.position[i] =
          frame.position[parent] + Vec2{c * bone.x - s * bone.y, s * bone.x + c * bone.y};
      frame.turn[i] = joint_turn_[parent];
      frame.direction[i] = plan_.segments[i] ? segment_direction_[i]
                                             : wrapped(rest_direction_[i] + world_turn[parent]);
    }
  }

  double depthOf(const detail::Part& part) const {
    if (part.drivers.empty()) return -INFINITY;
    const auto recorded = plan_.motion.frame(index_);
    double sum = 0;
    for (const detail::DepthDriver& driver : part.drivers) {
      sum += detail::depthOf(recorded[std::size_t(driver.joint)], driver.projection);
    }
    return sum / double(part.drivers.size());
  }

  std::vector<int> drawOrder() const {
    std::vector<std::pair<double, const detail::Part*>> parts;
    for (const detail::Part& part : plan_.parts) parts.emplace_back(depthOf(part), &part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<int> order;
    for (const auto& [depth, part] : parts) {
      if (depth > 0)
        order.insert(order.end(), part->joints.begin(), part->joints.end());
      else
        order.insert(order.end(), part->joints.rbegin(), part->joints.rend());
    }
    return order;
  }

  const detail::RetargetPlan& plan_;
  const CharacterRig& character_;
  std::vector<Vec2> drawn_;
  std::vector<double> rest_direction_;
  int index_ = 0;
  Vec2 root_;
  std::vector<double> segment_direction_;  // of the mapped joints
  std::vector<double> joint_turn_;         // of each joint's frame, without jumps
};

// The root's displacement in the frame of a bone that starts there.
Vec3 rootShift(const Bone& bone, Vec2 root) {
  return rotate(conjugate(bone.local.rotation), inPlane(root));
}

}  // namespace

Result<RetargetedMotion> retarget(const MotionCapture& capture, const MotionSettings& motion,
                                  const RetargetSettings& settings, const CharacterRig& character,
                                  const RetargetLimits& limits) {
  auto plan = detail::planRetarget(capture, motion, settings, character);
  if (!plan) return std::unexpected(plan.error());
  const std::size_t poses = std::size_t(plan->motion.frames) * character.joints.size();
  if (poses > limits.max_poses) {
    return fail(ErrorCode::limit_exceeded,
                text("the motion asks for ", poses, " joint positions; max_poses is ",
                     limits.max_poses, ", so choose fewer frames"));
  }
  RetargetedMotion result;
  result.frame_time = capture.frame_time;
  for (const CharacterJoint& joint : character.joints) {
    result.joints.push_back(joint.name);
    result.parents.push_back(joint.parent);
  }
  result.drawn_root = character.drawn(0);
  result.image_units = std::max(character.width, character.height);
  Poser poser(*plan, settings, character);
  for (int i = 0; i < plan->motion.frames; ++i) result.frames.push_back(poser.next());
  const Vec3 standing = plan->motion.frame(0)[std::size_t(plan->ground_joint)];
  result.ground = result.frames[0].root.y + plan->root_scale * standing.y;
  result.projections = std::move(plan->projections);
  result.warnings = std::move(plan->warnings);
  return result;
}

Clip clipFromRetarget(const RetargetedMotion& motion, const Skeleton& skeleton) {
  Clip clip;
  clip.duration = double(motion.frames.size()) * motion.frame_time;
  for (std::size_t joint = 0; joint < motion.joints.size(); ++joint) {
    const int index = skeleton.find(motion.joints[joint]);
    if (index < 0) continue;
    const Bone& bone = skeleton[std::size_t(index)];
    BoneTrack track;
    track.bone = bone.id;
    for (std::size_t f = 0; f < motion.frames.size(); ++f) {
      const RetargetedFrame& frame = motion.frames[f];
      const double time = double(f) * motion.frame_time;
      track.angle.push_back({time, frame.turn[joint]});
      if (bone.parent < 0) track.translation.push_back({time, rootShift(bone, frame.root)});
    }
    clip.bones.push_back(std::move(track));
  }
  return clip;
}

}  // namespace vide
