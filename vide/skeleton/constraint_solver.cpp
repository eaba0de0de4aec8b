// SPDX-License-Identifier: MIT
#include "vide/skeleton/constraint_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "vide/skeleton/bone_index.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/skeleton/posture.hpp"

namespace vide {
namespace {

constexpr int most_rounds = 128;
constexpr double reached = 1e-6;  // of the chain's length

Vec3 directionOf(Vec3 v) {
  const double size = length(v);
  return size > 0 ? v / size : Vec3{};
}

// The unit vector along the part of `v` that is perpendicular to the unit vector `u`, or zero.
Vec3 across(Vec3 v, Vec3 u) {
  const Vec3 part = v - dot(v, u) * u;
  return length(part) > 1e-9 * length(v) ? directionOf(part) : Vec3{};
}

// A unit vector perpendicular to u; of a vector in the plane z = 0, the one to its right.
Vec3 anyAcross(Vec3 u) {
  const Vec3 right = across(cross(u, {0, 0, 1}), u);
  return length(right) > 0 ? right : across({1, 0, 0}, u);
}

// How far each part goes from one transform to the other.
struct Shares {
  double translation, rotation, scale;  // scale and shear
};

Transform mixed(const Transform& a, const Transform& b, const Shares& t) {
  return {a.translation + (b.translation - a.translation) * t.translation,
          slerp(a.rotation, b.rotation, t.rotation), a.scale + (b.scale - a.scale) * t.scale,
          a.shear + (b.shear - a.shear) * t.scale};
}

// Where the joint between two bones goes, with the chain from `a` over `b` to `c` on its way to
// `t`. `side` is the direction in which it leaves the straight way.
Vec3 elbow(double first, double second, Vec3 a, Vec3 t, Vec3 side) {
  const double way = std::clamp(distance(a, t), std::abs(first - second), first + second);
  if (!(way > 0)) return a + first * side;
  const double along = (first * first + way * way - second * second) / (2 * way);
  const double around = (first + second - way) * (first + second + way) * (way - first + second) *
                        (way + first - second);  // Heron: 16 areas squared
  const double aside = std::sqrt(std::max(0.0, around)) / (2 * way);
  return a + along * directionOf(t - a) + aside * side;
}

// The direction in which the middle joint lies off the way from a to t.
Vec3 sideOf(const ReachConstraint& reach, Vec3 a, Vec3 b, Vec3 c, Vec3 t, Vec3 pole) {
  const Vec3 u = directionOf(t - a);
  Vec3 side;
  if (reach.pole) {
    side = across(pole - a, u);
  } else if (reach.bend != Bend::nearest) {
    const double turn = reach.bend == Bend::counter_clockwise ? 1 : -1;
    side = across(cross(u, {0, 0, turn}), u);
  } else {
    side = across(cross(u, directionOf(cross(b - a, c - b))), u);
  }
  return length(side) > 0 ? side : anyAcross(u);
}

void turnTowards(Posture& posture, std::size_t bone, Vec3 from, Vec3 to) {
  const Vec3 joint = posture.joint(bone);
  posture.turn(bone, rotationBetween(from - joint, to - joint));
}

void reachWithTwo(const ReachConstraint& reach, std::span<const std::size_t> chain, Vec3 target,
                  Vec3 pole, Posture& posture) {
  const Vec3 a = posture.joint(chain[0]), b = posture.joint(chain[1]), c = posture.tail(chain[1]);
  const Vec3 side = sideOf(reach, a, b, c, target, pole);
  turnTowards(posture, chain[0], b, elbow(distance(a, b), distance(b, c), a, target, side));
  turnTowards(posture, chain[1], posture.tail(chain[1]), target);
}

// Joints on the straight line to the target would stay on it: they leave it in a bow.
void bowIfStraight(std::span<Vec3> joints, Vec3 target, double whole) {
  const Vec3 u = directionOf(target - joints.front());
  const bool is_straight = std::ranges::all_of(joints, [&](Vec3 joint) {
    const Vec3 way = joint - joints.front();
    return length(way - dot(way, u) * u) < 1e-6 * whole;
  });
  if (!is_straight) return;
  const Vec3 side = anyAcross(u);
  const auto last = double(joints.size() - 1);
  for (std::size_t i = 1; i + 1 < joints.size(); ++i) {
    const double share = double(i) / last;
    joints[i] += side * (0.1 * whole * share * (1 - share));
  }
}

// Moves the inner joints and the end so that the end comes to the target and the distances in
// `lengths`, from joint to joint, hold.
void fabrik(std::span<Vec3> joints, std::span<const double> lengths, Vec3 target, double whole) {
  const Vec3 root = joints.front();
  const auto keep = [&](std::size_t from, std::size_t to, std::size_t link) {
    joints[to] = joints[from] + lengths[link] * directionOf(joints[to] - joints[from]);
  };
  for (int round = 0; round < most_rounds; ++round) {
    if (distance(joints.back(), target) < reached * whole) return;
    joints.back() = target;
    for (std::size_t i = joints.size() - 1; i > 0; --i) keep(i, i - 1, i - 1);
    joints.front() = root;
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) keep(i, i + 1, i);
  }
}

void reachWithMany(std::span<const std::size_t> chain, Vec3 target, std::span<Vec3> joints,
                   std::span<double> lengths, Posture& posture) {
  const auto end = [&](std::size_t i) {
    return i + 1 < chain.size() ? posture.joint(chain[i + 1]) : posture.tail(chain[i]);
  };
  joints[0] = posture.joint(chain[0]);
  double whole = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    joints[i + 1] = end(i);
    lengths[i] = distance(joints[i], joints[i + 1]);
    whole += lengths[i];
  }
  if (distance(joints[0], target) >= whole) {
    for (std::size_t i = 0; i < chain.size(); ++i) turnTowards(posture, chain[i], end(i), target);
    return;
  }
  bowIfStraight(joints, target, whole);
  fabrik(joints, lengths, target, whole);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    turnTowards(posture, chain[i], end(i), joints[i + 1]);
  }
}

void copyPlace(const CopyConstraint& copy, std::size_t bone, std::size_t source,
               const Skeleton& skeleton, Posture& posture) {
  Affine3 wanted = posture.model(source);
  if (copy.keep_offset) wanted = wanted * skeleton.inverseRest()[source] * skeleton.rest()[bone];
  const Transform from = decompose(posture.model(bone)), to = decompose(wanted);
  posture.place(bone, toAffine(mixed(from, to, {copy.translation, copy.rotation, copy.scale})));
}

}  // namespace

ConstraintSolver::Step ConstraintSolver::stepOf(const Constraint& constraint,
                                                const Skeleton& skeleton) {
  Step step{.constraint = constraint};
  if (const auto* reach = std::get_if<ReachConstraint>(&constraint.kind)) {
    step.bone = boneIndex(skeleton, reach->bone);
    step.target = boneIndex(skeleton, reach->target);
    step.pole = boneIndex(skeleton, reach->pole.value_or(reach->target));
  } else if (const auto* aim = std::get_if<AimConstraint>(&constraint.kind)) {
    step.bone = boneIndex(skeleton, aim->bone);
    step.target = boneIndex(skeleton, aim->target);
  } else if (const auto* copy = std::get_if<CopyConstraint>(&constraint.kind)) {
    step.bone = boneIndex(skeleton, copy->bone);
    step.target = boneIndex(skeleton, copy->source);
  }
  return step;
}

ConstraintSolver::Workspace::Workspace(const ConstraintSolver& solver) {
  std::size_t longest = 0;
  for (const Step& step : solver.steps_) {
    const auto* reach = std::get_if<ReachConstraint>(&step.constraint.kind);
    if (reach) longest = std::max(longest, std::size_t(reach->length));
  }
  chain_.resize(longest);
  model_.resize(solver.skeleton_ ? solver.skeleton_->size() : 0);
  joints_.resize(longest + 1);
  lengths_.resize(longest);
  before_.resize(solver.skeleton_ ? solver.skeleton_->size() : 0);
}

Result<ConstraintSolver> ConstraintSolver::create(const Skeleton& skeleton,
                                                  std::span<const Constraint> constraints) {
  ConstraintSolver solver;
  solver.skeleton_ = &skeleton;
  for (const Constraint& constraint : constraints) {
    if (auto valid = validate(constraint, skeleton); !valid) return std::unexpected(valid.error());
    solver.steps_.push_back(stepOf(constraint, skeleton));
  }
  return solver;
}

void ConstraintSolver::solve(std::span<Transform> pose, std::span<const double> mixes,
                             Workspace& workspace) const noexcept {
  if (!skeleton_) return;
  assert(pose.size() == skeleton_->size() && mixes.size() == steps_.size());
  Posture posture(*skeleton_, pose, workspace.model_);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (mixes[i] <= 0) continue;
    std::ranges::copy(pose, workspace.before_.begin());
    act(steps_[i], posture, workspace);
    if (mixes[i] >= 1) continue;
    for (std::size_t bone = 0; bone < pose.size(); ++bone) {
      if (pose[bone] == workspace.before_[bone]) continue;
      pose[bone] = mixed(workspace.before_[bone], pose[bone], {mixes[i], mixes[i], mixes[i]});
    }
    modelTransforms(*skeleton_, pose, workspace.model_);
  }
}

void ConstraintSolver::reach(const ReachConstraint& reach, const Step& step, Posture& posture,
                             Workspace& workspace) const {
  const auto bones = std::size_t(reach.length);
  const std::span chain = std::span(workspace.chain_).first(bones);
  std::size_t bone = step.bone;
  for (std::size_t i = bones; i-- > 0;) {
    chain[i] = bone;
    if (i > 0) bone = std::size_t((*skeleton_)[bone].parent);
  }
  const Vec3 target = posture.joint(step.target);
  if (bones == 2) {
    reachWithTwo(reach, chain, target, posture.joint(step.pole), posture);
  } else {
    reachWithMany(chain, target, std::span(workspace.joints_).first(bones + 1),
                  std::span(workspace.lengths_).first(bones), posture);
  }
}

void ConstraintSolver::act(const Step& step, Posture& posture, Workspace& workspace) const {
  if (const auto* reach = std::get_if<ReachConstraint>(&step.constraint.kind)) {
    this->reach(*reach, step, posture, workspace);
  } else if (const auto* aim = std::get_if<AimConstraint>(&step.constraint.kind)) {
    turnTowards(posture, step.bone, posture.tail(step.bone), posture.joint(step.target));
    if (aim->offset != 0) posture.turn(step.bone, rotationInPlane(aim->offset));
  } else if (const auto* copy = std::get_if<CopyConstraint>(&step.constraint.kind)) {
    copyPlace(*copy, step.bone, step.target, *skeleton_, posture);
  }
}

}  // namespace vide
