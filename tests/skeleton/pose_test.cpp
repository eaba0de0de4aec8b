// SPDX-License-Identifier: MIT
#include "vide/skeleton/pose.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/skeleton/random_skeleton.hpp"
#include "vide/core/math.hpp"

using namespace vide;
using namespace vide::test;

namespace {

std::vector<Affine3> skinning(const Skeleton& skeleton, const Pose& pose) {
  std::vector<Affine3> transforms(skeleton.size());
  modelTransforms(skeleton, pose.local, transforms);
  skinningTransforms(skeleton, transforms, transforms);
  return transforms;
}

}  // namespace

TEST_CASE("at rest every skinning transform is the identity, whatever the frames and flags") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Skeleton skeleton = randomSkeleton(seed, 30);
    for (const Affine3& s : skinning(skeleton, Pose::rest(skeleton.size()))) {
      CHECK(difference(s, Affine3{}) < 1e-12);
    }
  }
}

TEST_CASE("posing the root moves the whole figure rigidly") {
  const Skeleton skeleton = randomSkeleton(3, 20, Flags::inherit);
  Pose pose = Pose::rest(skeleton.size());
  Draw draw{11};
  pose.local[0] = {draw.vector(), draw.rotation(), {1, 1, 1}, {}};
  const std::vector<Affine3> moved = skinning(skeleton, pose);
  for (const Affine3& s : moved) CHECK(difference(s, moved[0]) < 1e-11);
}

TEST_CASE("a pose applies once, in the bone's own frame") {
  // Two bones of length 2 along +y; the second turns by 90 degrees about its joint at (0, 2).
  std::vector<Bone> bones(2);
  bones[0].name = "lower";
  bones[1] = {1, "upper", 0, {{0, 2, 0}, {}, {1, 1, 1}, {}}, {0, 2, 0}};
  bones[0].tail = {0, 2, 0};
  const Skeleton skeleton = *Skeleton::fromBones(bones);
  Pose pose = Pose::rest(2);
  pose.local[1].rotation = rotationInPlane(math::pi / 2);
  CHECK(distance(skinning(skeleton, pose)[1] * skeleton.tail(1), {-2, 2, 0}) < 1e-15);
  CHECK(distance(skinning(skeleton, pose)[0] * skeleton.tail(0), {0, 2, 0}) < 1e-15);
}

TEST_CASE("a bone that does not inherit rotation stays upright on its turning parent") {
  std::vector<Bone> bones(2);
  bones[0].name = "arm";
  bones[1] = {1, "flag", 0, {{0, 2, 0}, {}, {1, 1, 1}, {}}, {0, 1, 0}, true, false, true};
  const Skeleton skeleton = *Skeleton::fromBones(bones);
  Pose pose = Pose::rest(2);
  pose.local[0].rotation = rotationInPlane(math::pi / 2);
  pose.local[0].scale = {2, 3, 1};
  const Affine3 flag = skinning(skeleton, pose)[1];
  CHECK(distance(flag * Vec3{0, 2, 0}, {-6, 0, 0}) < 1e-14);  // its joint rides along
  CHECK(distance(flag * Vec3{0, 3, 0}, {-6, 3, 0}) < 1e-14);  // scaled, not turned
}

TEST_CASE("a bone that does not inherit scale keeps its size on its growing parent") {
  std::vector<Bone> bones(2);
  bones[0].name = "arm";
  bones[1] = {1, "hand", 0, {{0, 2, 0}, {}, {1, 1, 1}, {}}, {0, 1, 0}, true, true, false};
  const Skeleton skeleton = *Skeleton::fromBones(bones);
  Pose pose = Pose::rest(2);
  pose.local[0].rotation = rotationInPlane(math::pi / 2);
  pose.local[0].scale = {2, 3, 1};
  const Affine3 hand = skinning(skeleton, pose)[1];
  CHECK(distance(hand * Vec3{0, 2, 0}, {-6, 0, 0}) < 1e-14);
  CHECK(distance(hand * Vec3{0, 3, 0}, {-7, 0, 0}) < 1e-14);  // turned, not scaled
}
