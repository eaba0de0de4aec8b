// SPDX-License-Identifier: MIT
#include "vide/studio/detail/drag_bone.hpp"

#include <cmath>

#include "vide/core/math.hpp"
#include "vide/skeleton/constraint_solver.hpp"
#include "vide/studio/detail/bone_mirror.hpp"
#include "vide/studio/detail/lookup.hpp"

namespace vide::detail {
namespace {

// By how much to turn counter-clockwise from one direction to another, -pi .. pi.
double turnBetween(Vec2 from, Vec2 to) { return math::atan2(cross(from, to), dot(from, to)); }

BonePose turned(BonePose pose, double by) {
  pose.angle += by;
  pose.local.rotation = rotationInPlane(pose.angle);
  return pose;
}

// Where A_i lives: R'_parent L_i, inverted.
Result<Affine3> toBase(const Stance& stance, std::size_t bone) {
  const Affine3 own = toAffine(stance.acted[bone]);
  const auto isFlat = [](const Mat3& m) {
    return !(std::abs(determinant(m)) > 1e-12 * length(m.x) * length(m.y) * length(m.z));
  };
  if (!isFlat(own.linear)) {
    const Affine3 base = stance.model[bone] * inverse(own);
    if (!isFlat(base.linear)) return inverse(base);
  }
  return fail(ErrorCode::numeric_failure,
              text("bone '", (*stance.skeleton)[bone].name,
                   "' is scaled to nothing here and cannot be dragged"));
}

// The skeleton with a bone more at that place.
Result<Skeleton> withTarget(const Skeleton& skeleton, Vec2 at) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  bones.push_back({.id = newId(skeleton.bones()),
                   .name = freeName(skeleton, "target"),
                   .local = {.translation = inPlane(at)},
                   .deform = false});
  return Skeleton::fromBones(std::move(bones));
}

// From the bone upwards, at most `length` bones.
std::vector<std::size_t> chainOf(const Skeleton& skeleton, std::size_t bone, int length) {
  std::vector<std::size_t> chain;
  for (int i = int(bone); i >= 0 && int(chain.size()) < length;
       i = skeleton[std::size_t(i)].parent) {
    chain.push_back(std::size_t(i));
  }
  return chain;
}

}  // namespace

Result<BonePose> rotated(const BoneDrag& drag, const Stance& stance, const BonePose& pose) {
  const auto to_base = toBase(stance, drag.bone);
  if (!to_base) return std::unexpected(to_base.error());
  const Vec3 wanted = *to_base * inPlane(drag.to) - pose.local.translation;
  const Vec3 points = toAffine(pose.local).linear * (*stance.skeleton)[drag.bone].tail;
  return turned(pose, turnBetween(xy(points), xy(wanted)));
}

Result<BonePose> moved(const BoneDrag& drag, const Stance& stance, const BonePose& pose) {
  const auto to_base = toBase(stance, drag.bone);
  if (!to_base) return std::unexpected(to_base.error());
  BonePose result = pose;
  const Vec3 at = *to_base * inPlane(drag.to);
  result.local.translation = {at.x, at.y, pose.local.translation.z};
  return result;
}

Result<BonePoses> reached(const BoneDrag& drag, const Skeleton& skeleton,
                          const PoseGesture& start) {
  const auto chain = chainOf(skeleton, drag.bone, drag.length);
  const auto extended = withTarget(skeleton, drag.to);
  if (!extended) return std::unexpected(extended.error());
  const Constraint reach{.kind = ReachConstraint{.bone = skeleton[drag.bone].id,
                                                 .length = int(chain.size()),
                                                 .target = extended->bones().back().id}};
  const auto solver = ConstraintSolver::create(*extended, std::span(&reach, 1));
  if (!solver) return std::unexpected(solver.error());
  std::vector<Transform> pose(start.acted);
  pose.emplace_back();
  ConstraintSolver::Workspace workspace(*solver);
  constexpr double all = 1;
  solver->solve(pose, std::span(&all, 1), workspace);
  BonePoses poses;
  for (const std::size_t bone : chain) {
    const Vec3 before = toAffine(start.acted[bone]).linear * Vec3{0, 1, 0};
    const Vec3 after = toAffine(pose[bone]).linear * Vec3{0, 1, 0};
    const BoneId id = skeleton[bone].id;
    poses.push_back({id, turned(start.before.at(id), turnBetween(xy(before), xy(after)))});
  }
  return poses;
}

}  // namespace vide::detail
