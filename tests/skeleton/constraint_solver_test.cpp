// SPDX-License-Identifier: MIT
#include "vide/skeleton/constraint_solver.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "vide/core/math.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;

namespace {

constexpr double pi = std::numbers::pi;

// A chain of bones of 10 units each, every one turned against the one before, with ids 1, 2, ...;
// beside it a target (id 100) and a pole (101).
Skeleton chain(int bones, double bend) {
  std::vector<Bone> list;
  for (int i = 0; i < bones; ++i) {
    Bone bone{.id = BoneId(i + 1), .name = std::to_string(i), .parent = i - 1, .tail = {0, 10, 0}};
    bone.local = {.translation = {0, i > 0 ? 10.0 : 0, 0}, .rotation = rotationInPlane(bend)};
    list.push_back(bone);
  }
  list.push_back({.id = 100, .name = "target", .tail = {0, 1, 0}});
  list.push_back({.id = 101, .name = "pole", .tail = {0, 1, 0}});
  return Skeleton::fromBones(list).value();
}

struct Solved {
  Pose pose;
  std::vector<Affine3> model;
  const Skeleton* skeleton;

  Vec3 joint(std::size_t i) const { return model[i].translation; }
  Vec3 tail(std::size_t i) const { return model[i] * (*skeleton)[i].tail; }
};

std::size_t indexOf(const Skeleton& skeleton, BoneId id) {
  std::size_t i = 0;
  while (skeleton[i].id != id) ++i;
  return i;
}

Pose posed(const Skeleton& skeleton, Vec3 target, Vec3 pole = {}) {
  Pose pose = Pose::rest(skeleton.size());
  pose.local[indexOf(skeleton, 100)].translation = target;
  pose.local[indexOf(skeleton, 101)].translation = pole;
  return pose;
}

Solved solve(const Skeleton& skeleton, const Constraint& constraint, Pose pose, double mix = 1) {
  const auto solver = ConstraintSolver::create(skeleton, std::span(&constraint, 1)).value();
  ConstraintSolver::Workspace workspace(solver);
  solver.solve(pose.local, std::span(&mix, 1), workspace);
  Solved solved{pose, std::vector<Affine3>(skeleton.size()), &skeleton};
  modelTransforms(skeleton, pose.local, solved.model);
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    CHECK(distance(solved.joint(i), workspace.model()[i].translation) < 1e-9);
  }
  return solved;
}

Constraint reach(BoneId bone, int length, Bend bend = Bend::nearest) {
  return {1, "reach", 1,
          ReachConstraint{.bone = bone, .length = length, .target = 100, .bend = bend}};
}

double turnFrom(Vec3 a, Vec3 b) { return cross(Vec2{a.x, a.y}, Vec2{b.x, b.y}); }

}  // namespace

TEST_CASE("two bones reach every target that is near enough, and bend as told") {
  const Skeleton skeleton = chain(2, 0.3);
  for (double angle = 0; angle < 2 * pi; angle += 0.7) {
    for (const double way : {0.5, 5.0, 12.0, 19.9}) {
      const Vec3 target{way * math::cos(angle), way * math::sin(angle), 0};
      for (const Bend bend : {Bend::counter_clockwise, Bend::clockwise}) {
        const Solved solved = solve(skeleton, reach(2, 2, bend), posed(skeleton, target));
        CHECK(distance(solved.tail(1), target) < 1e-9);
        CHECK(distance(solved.joint(1), solved.joint(0)) == doctest::Approx(10));
        const double turn = turnFrom(solved.joint(1), solved.tail(1) - solved.joint(1));
        CHECK((turn > 0) == (bend == Bend::counter_clockwise));
        CHECK(std::abs(solved.pose.local[0].rotation.x) +
                  std::abs(solved.pose.local[0].rotation.y) <
              1e-12);
      }
    }
  }
}

TEST_CASE("left to themselves two bones keep the side to which they are bent") {
  for (const double bend : {0.3, -0.3}) {
    const Skeleton skeleton = chain(2, bend);
    const Solved solved = solve(skeleton, reach(2, 2), posed(skeleton, {-3, 11, 0}));
    CHECK(distance(solved.tail(1), {-3, 11, 0}) < 1e-9);
    CHECK((turnFrom(solved.joint(1), solved.tail(1) - solved.joint(1)) > 0) == (bend > 0));
  }
}

TEST_CASE("what is out of reach is pointed at") {
  for (const int bones : {1, 2, 3, 6}) {
    const Skeleton skeleton = chain(bones, 0.4);
    const Solved solved =
        solve(skeleton, reach(BoneId(bones), bones), posed(skeleton, {300, 400, 0}));
    CHECK(distance(solved.tail(std::size_t(bones - 1)), {6.0 * bones, 8.0 * bones, 0}) < 1e-8);
  }
}

TEST_CASE("bones of unequal length come as near as they can to what is too near") {
  std::vector<Bone> bones{{.id = 1, .name = "a", .tail = {0, 10, 0}},
                          {.id = 2, .name = "b", .parent = 0, .tail = {0, 4, 0}},
                          {.id = 100, .name = "t"},
                          {.id = 101, .name = "p"}};
  bones[1].local.translation = {0, 10, 0};
  const Skeleton skeleton = Skeleton::fromBones(bones).value();
  const Solved solved = solve(skeleton, reach(2, 2), posed(skeleton, {1, 0, 0}));
  CHECK(distance(solved.tail(1), {6, 0, 0}) < 1e-9);
  const Solved at_joint = solve(skeleton, reach(2, 2), posed(skeleton, {0, 0, 0}));
  CHECK(isFinite(at_joint.tail(1)));
}

TEST_CASE("chains of many bones reach in plane and space, with their lengths kept") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const int bones : {3, 5, 12}) {
    for (const double bend : {0.0, 0.2}) {
      const Skeleton skeleton = chain(bones, bend);
      for (int i = 0; i < 20; ++i) {
        const Vec3 way{any(random), any(random), i % 2 == 0 ? 0 : any(random)};
        const Vec3 target = way * (0.5 * 10 * bones);
        const Solved solved = solve(skeleton, reach(BoneId(bones), bones), posed(skeleton, target));
        const auto last = std::size_t(bones - 1);
        CHECK(distance(solved.tail(last), target) < 1e-5 * 10 * bones);
        for (std::size_t b = 0; b < last; ++b) {
          CHECK(distance(solved.joint(b), solved.joint(b + 1)) == doctest::Approx(10));
          if (i % 2 == 0) CHECK(std::abs(solved.joint(b).z) < 1e-9);
        }
      }
    }
  }
}

TEST_CASE("a straight chain bends to reach a target on its own line") {
  const Skeleton skeleton = chain(4, 0);
  const Solved solved = solve(skeleton, reach(4, 4), posed(skeleton, {0, 25, 0}));
  CHECK(distance(solved.tail(3), {0, 25, 0}) < 1e-3);
}

TEST_CASE("the middle joint goes towards the pole") {
  const Skeleton skeleton = chain(2, 0.3);
  for (const Vec3 pole : {Vec3{0, 5, 9}, {0, 5, -9}, {7, 5, 0}, {-7, 5, 3}}) {
    Constraint constraint = reach(2, 2);
    std::get<ReachConstraint>(constraint.kind).pole = 101;
    const Solved solved = solve(skeleton, constraint, posed(skeleton, {0, 12, 0}, pole));
    CHECK(distance(solved.tail(1), {0, 12, 0}) < 1e-9);
    const Vec3 aside{solved.joint(1).x, 0, solved.joint(1).z}, wanted{pole.x, 0, pole.z};
    CHECK(dot(aside, wanted) == doctest::Approx(length(aside) * length(wanted)));
  }
}

TEST_CASE("a bone aims at its target from any pose, and turns on by the offset") {
  const Skeleton skeleton = chain(2, 0.3);
  for (const double offset : {0.0, 0.5}) {
    Pose pose = posed(skeleton, {15, -4, 0});
    pose.local[0].rotation = rotationInPlane(2);
    pose.local[1].scale = {3, 2, 1};
    const Solved solved = solve(skeleton, {1, "", 1, AimConstraint{2, 100, offset}}, pose);
    const Vec3 way = Vec3{15, -4, 0} - solved.joint(1), bone = solved.tail(1) - solved.joint(1);
    CHECK(length(bone) == doctest::Approx(20));
    const Vec3 wanted = rotate(rotationInPlane(offset), way);
    CHECK(dot(bone, wanted) == doctest::Approx(length(bone) * length(wanted)));
  }
}

TEST_CASE("a bone copies place, turn and size as far as its shares say") {
  const Skeleton skeleton = chain(2, 0.3);
  Pose pose = posed(skeleton, {15, -4, 0});
  const std::size_t source = indexOf(skeleton, 100);
  pose.local[source].rotation = rotationInPlane(1.5);
  pose.local[source].scale = {2, 3, 1};
  const Solved all = solve(skeleton, {1, "", 1, CopyConstraint{2, 100}}, pose);
  CHECK(distance(all.joint(1), {15, -4, 0}) < 1e-9);
  CHECK(distance(all.model[1].linear.x, all.model[source].linear.x) < 1e-9);
  CHECK(distance(all.model[1].linear.y, all.model[source].linear.y) < 1e-9);
  const Solved turned = solve(skeleton, {1, "", 1, CopyConstraint{2, 100, 0, 0.5, 0}}, pose);
  CHECK(distance(turned.joint(1), solve(skeleton, reach(2, 2), pose, 0).joint(1)) < 1e-9);
  CHECK(angleInPlane(toQuat(turned.model[1].linear)) == doctest::Approx((0.6 + 1.5) / 2));
}

TEST_CASE("with its offset kept, a bone at rest stays at rest") {
  const Skeleton skeleton = chain(2, 0.3);
  const Constraint copy{1, "", 1, CopyConstraint{.bone = 2, .source = 100, .keep_offset = true}};
  const Solved rest = solve(skeleton, copy, posed(skeleton, {}));
  CHECK(distance(rest.tail(1), skeleton.tail(1)) < 1e-9);
  const Solved moved = solve(skeleton, copy, posed(skeleton, {5, 6, 0}));
  CHECK(distance(moved.tail(1), skeleton.tail(1) + Vec3{5, 6, 0}) < 1e-9);
}

TEST_CASE("a mix of nothing changes nothing, and goes over to all of it without a jump") {
  const Skeleton skeleton = chain(3, 0.3);
  const Pose pose = posed(skeleton, {-9, 14, 0});
  for (const Constraint& constraint :
       {reach(3, 2), reach(3, 3), Constraint{1, "", 1, AimConstraint{2, 100}},
        Constraint{1, "", 1, CopyConstraint{3, 100}}}) {
    CHECK(solve(skeleton, constraint, pose, 0).pose.local == pose.local);
    Vec3 before = solve(skeleton, constraint, pose, 0).tail(2);
    for (double mix = 0.01; mix < 1.005; mix += 0.01) {
      const Vec3 tail = solve(skeleton, constraint, pose, std::min(mix, 1.0)).tail(2);
      CHECK(distance(before, tail) < 0.9);
      before = tail;
    }
  }
}

TEST_CASE("constraints act one after the other") {
  const Skeleton skeleton = chain(2, 0.3);
  const std::vector<Constraint> constraints{{1, "", 1, CopyConstraint{.bone = 100, .source = 101}},
                                            {2, "", 1, AimConstraint{2, 100}}};
  const auto solver = ConstraintSolver::create(skeleton, constraints).value();
  ConstraintSolver::Workspace workspace(solver);
  Pose pose = posed(skeleton, {}, {40, 3, 0});
  solver.solve(pose.local, std::vector<double>{1, 1}, workspace);
  const Vec3 joint = workspace.model()[1].translation;
  const Vec3 bone = workspace.model()[1] * skeleton[1].tail - joint, way = Vec3{40, 3, 0} - joint;
  CHECK(dot(bone, way) == doctest::Approx(length(bone) * length(way)));
}

TEST_CASE("bones that do not inherit reach too, and bones without size leave the pose finite") {
  const Skeleton plain = chain(2, 0.3);
  std::vector<Bone> bones(plain.bones().begin(), plain.bones().end());
  bones[1].inherit_rotation = bones[1].inherit_scale = false;
  const Skeleton skeleton = Skeleton::fromBones(bones).value();
  Pose pose = posed(skeleton, {-5, 11, 0});
  const Solved aimed = solve(skeleton, {1, "", 1, AimConstraint{2, 100}}, pose);
  const Vec3 bone = aimed.tail(1) - aimed.joint(1), way = Vec3{-5, 11, 0} - aimed.joint(1);
  CHECK(dot(bone, way) == doctest::Approx(length(bone) * length(way)));
  pose.local[0].scale = {0, 0, 0};
  for (const Constraint& constraint : {reach(2, 2), Constraint{1, "", 1, AimConstraint{1, 100}}}) {
    const Solved flat = solve(skeleton, constraint, pose);
    for (std::size_t i = 0; i < 2; ++i) CHECK(isFinite(flat.tail(i)));
  }
}
