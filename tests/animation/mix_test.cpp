// SPDX-License-Identifier: MIT
#include "vide/animation/mix.hpp"

#include <doctest/doctest.h>

#include <random>

#include "vide/core/math.hpp"

using namespace vide;

namespace {

Transform anyTransform(std::mt19937& random) {
  std::uniform_real_distribution<double> any(-1, 1);
  const auto vector = [&] { return Vec3{any(random), any(random), any(random)}; };
  return {vector(), rotationAbout(vector(), 2 * any(random)), Vec3{1, 1, 1} + vector() * 0.5,
          vector()};
}

std::vector<PoseGroup> packed(const std::vector<Transform>& pose) {
  std::vector<PoseGroup> groups(poseGroups(pose.size()));
  for (std::size_t i = 0; i < pose.size(); ++i) setPose(groups, i, pose[i]);
  return groups;
}

void checkNear(const Transform& a, const Transform& b, double rotation = 1e-5) {
  CHECK(distance(a.translation, b.translation) < 1e-5);
  CHECK(std::abs(dot(a.rotation, b.rotation)) > 1 - rotation);
  CHECK(distance(a.scale, b.scale) < 1e-5);
  CHECK(distance(a.shear, b.shear) < 1e-5);
}

std::vector<Transform> anyPose(unsigned seed, std::size_t bones = 7) {
  std::mt19937 random(seed);
  std::vector<Transform> pose;
  for (std::size_t i = 0; i < bones; ++i) pose.push_back(anyTransform(random));
  return pose;
}

void run(const MixJob& job) {
  REQUIRE(job.validate());
  job.run();
}

}  // namespace

TEST_CASE("overriding goes from one pose to the other") {
  const auto a = anyPose(1), b = anyPose(2);
  for (const float weight : {0.0f, 0.25f, 0.5f, 1.0f}) {
    auto pose = packed(a);
    run({.pose = pose, .other = packed(b), .weight = weight});
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double t = weight;
      const Transform wanted{a[i].translation + (b[i].translation - a[i].translation) * t,
                             slerp(a[i].rotation, b[i].rotation, t),
                             a[i].scale + (b[i].scale - a[i].scale) * t,
                             a[i].shear + (b[i].shear - a[i].shear) * t};
      checkNear(poseOf(pose, i), wanted, weight == 0.25f ? 4e-3 : 1e-5);
    }
  }
}

TEST_CASE("rotations go the shorter way whatever the sign of their quaternions") {
  const Quat from = rotationInPlane(0.2), to = rotationInPlane(0.6);
  for (const double sign : {1.0, -1.0}) {
    auto pose = packed({{.rotation = from}});
    run({.pose = pose,
         .other = packed({{.rotation = {to.x * sign, to.y * sign, to.z * sign, to.w * sign}}}),
         .weight = 0.5f});
    CHECK(angleInPlane(poseOf(pose, 0).rotation) == doctest::Approx(0.4));
  }
}

TEST_CASE("adding the rest changes nothing, and adding twice by half is adding once") {
  const auto a = anyPose(3);
  auto pose = packed(a);
  run({.pose = pose, .other = packed(std::vector<Transform>(7)), .mode = MixMode::additive});
  for (std::size_t i = 0; i < a.size(); ++i) checkNear(poseOf(pose, i), a[i]);

  const auto turn = packed({{.translation = {2, 4, 0}, .rotation = rotationInPlane(1)}});
  auto halves = packed({{.rotation = rotationInPlane(0.5)}});
  for (int i = 0; i < 2; ++i) {
    run({.pose = halves, .other = turn, .weight = 0.5f, .mode = MixMode::additive});
  }
  checkNear(poseOf(halves, 0), {.translation = {2, 4, 0}, .rotation = rotationInPlane(1.5)});
}

TEST_CASE("additive rotations act in the bone's frame and scales multiply") {
  const auto a = anyPose(4), b = anyPose(5);
  auto pose = packed(a);
  run({.pose = pose, .other = packed(b), .mode = MixMode::additive});
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3 s = a[i].scale, t = b[i].scale;
    checkNear(poseOf(pose, i), {a[i].translation + b[i].translation,
                                a[i].rotation * b[i].rotation,
                                {s.x * t.x, s.y * t.y, s.z * t.z},
                                a[i].shear + b[i].shear});
  }
}

TEST_CASE("a mask lets a branch of the bones take part and no other") {
  std::vector<Bone> bones(6);
  const int parents[] = {-1, 0, 1, 1, 0, 4};
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i] = {.id = BoneId(10 + i), .name = std::to_string(i), .parent = parents[i]};
  }
  const Skeleton skeleton = Skeleton::fromBones(bones).value();
  const std::vector<BoneId> arm{11, 99};
  const BoneMask mask = maskOfBranches(skeleton, arm);
  const auto a = anyPose(6, 6), b = anyPose(7, 6);
  auto pose = packed(a);
  run({.pose = pose, .other = packed(b), .mask = mask});
  for (std::size_t i = 0; i < 6; ++i) {
    checkNear(poseOf(pose, i), i >= 1 && i <= 3 ? b[i] : a[i]);
  }
}

TEST_CASE("jobs that do not fit are refused") {
  auto pose = packed(anyPose(1)), shorter = packed(anyPose(1, 3));
  const BoneMask mask(4, 1.0f);
  CHECK_FALSE(MixJob{.pose = pose, .other = shorter}.validate());
  CHECK_FALSE(MixJob{.pose = pose, .other = pose, .weight = 1.5f}.validate());
  CHECK_FALSE(MixJob{.pose = pose, .other = pose, .weight = NAN}.validate());
  CHECK_FALSE(MixJob{.pose = pose, .other = pose, .mask = mask}.validate());
  CHECK(MixJob{.pose = pose, .other = pose, .weight = -2, .mode = MixMode::additive}.validate());
}
