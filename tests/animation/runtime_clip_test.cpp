// SPDX-License-Identifier: MIT
#include "vide/animation/runtime_clip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/message_of.hpp"
#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using test::failsWith;

namespace {

Skeleton chain(std::size_t count) {
  std::vector<Bone> bones(count);
  for (std::size_t i = 0; i < count; ++i) {
    bones[i].id = BoneId(100 + 3 * i);
    bones[i].name = std::to_string(i);
    bones[i].parent = i == 0 ? -1 : int(i % 3 == 0 ? i / 2 : i - 1);
    bones[i].local.translation = {0.1 * double(i % 4), 1, 0};
    bones[i].local.rotation = rotationAbout({1, double(i), 2}, 0.3 * double(i));
  }
  bones[count / 2].local.scale = {1, 2, 0.5};
  return Skeleton::fromBones(bones).value();
}

// Every part with every interpolation, keys at different times for each bone, some bones without.
Clip wildClip(const Skeleton& skeleton) {
  Clip clip{.id = 1, .name = "wild", .duration = 3, .loop = false, .bones = {}};
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (i % 5 == 4) continue;
    BoneTrack track;
    track.bone = skeleton[i].id;
    const int keys = 1 + int(i % 4) * 3;
    for (int k = 0; k < keys; ++k) {
      const double time = 0.1 * double(i % 3) + (keys > 1 ? 2.5 * k / (keys - 1) : 0.5);
      const auto kind = Interpolation((std::size_t(k) + i) % 4);
      const Easing easing{{0.4, 0}, {0.6, 1.3}};
      const double wave = math::sin(2.0 * k + double(i));
      track.translation.push_back({time, {wave, double(k), 1}, kind, {1, 0, 2}, {0, 3, 1}, easing});
      track.scale.push_back({time, {1 + 0.3 * wave, 1, 2}, kind, {}, {0.5, 0, 0}, easing});
      track.shear.push_back({time, {0.1 * wave, 0, 0.2}, kind, {}, {}, easing});
      if (i % 2) {
        track.angle.push_back({time, 4.5 * k * wave, kind, 1, -2, easing});
      } else {
        track.rotation.push_back({time,
                                  rotationAbout({wave, 1, double(k)}, 1.7 * k),
                                  kind,
                                  {0.1, 0, 0, 0},
                                  {0, 0.2, 0, 0},
                                  easing});
      }
    }
    clip.bones.push_back(track);
  }
  return clip;
}

double angleBetween(Quat a, Quat b) {
  return 2 * math::acos(std::min(1.0, std::abs(dot(normalized(a), normalized(b)))));
}

struct Player {
  Skeleton skeleton;
  Clip clip;
  RuntimeClip runtime;
  SamplingCursor cursor{};
  std::vector<PoseGroup> pose{};

  Player(const Skeleton& s, const Clip& c, const RuntimeClipOptions& options = {})
      : skeleton(s),
        clip(c),
        runtime(RuntimeClip::build(c, s, options).value()),
        cursor(runtime),
        pose(poseGroups(s.size())) {}

  void sample(double time) {
    SampleJob job;
    job.clip = &runtime;
    job.cursor = &cursor;
    job.time = time;
    job.out = pose;
    REQUIRE(job.validate().has_value());
    job.run();
  }

  // How far the packed pose is from the authored one, in units of the tolerances.
  void check(double time) {
    sample(time);
    std::vector<Transform> authored(skeleton.size());
    samplePose(clip, skeleton, time, authored);
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      const Transform packed = poseOf(pose, i);
      CAPTURE(i);
      CAPTURE(time);
      CHECK(distance(packed.translation, authored[i].translation) < 2e-4);
      CHECK(distance(packed.scale, authored[i].scale) < 2e-4);
      CHECK(distance(packed.shear, authored[i].shear) < 2e-4);
      CHECK(angleBetween(packed.rotation, authored[i].rotation) < 8e-4);
    }
  }
};

// What a skeleton's joints inherit: everything, or by turns nothing, rotation alone, scale alone.
Skeleton looseChain(std::size_t count) {
  const Skeleton skeleton = chain(count);
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  for (std::size_t i = 0; i < count; ++i) {
    bones[i].inherit_rotation = i % 3 != 0;
    bones[i].inherit_scale = i % 4 != 0;
  }
  return Skeleton::fromBones(bones).value();
}

void checkPackedPoses(const Skeleton& skeleton) {
  const Clip clip = wildClip(skeleton);
  const RuntimeSkeleton runtime = RuntimeSkeleton::build(skeleton);
  std::vector<PoseGroup> pose(poseGroups(skeleton.size()));
  std::vector<Transform> authored(skeleton.size());
  std::vector<Affine3> model(skeleton.size()), skinning(skeleton.size());
  std::vector<SkinMatrix> packed_model(skeleton.size()), packed_skinning(skeleton.size());
  for (const double time : {0.0, 0.7, 1.9}) {
    samplePose(clip, skeleton, time, authored);
    modelTransforms(skeleton, authored, model);
    skinningTransforms(skeleton, model, skinning);
    for (std::size_t i = 0; i < skeleton.size(); ++i) setPose(pose, i, authored[i]);
    const PoseJob job{&runtime, pose, packed_model, packed_skinning};
    REQUIRE(job.validate().has_value());
    job.run();
    double largest = 1;
    for (const Affine3& m : skinning) {
      largest = std::max({largest, length(m.translation), length(m.linear.x), length(m.linear.y),
                          length(m.linear.z)});
    }
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      for (const auto& [packed, exact] : {std::pair{packed_model[i], toSkinMatrix(model[i])},
                                          {packed_skinning[i], toSkinMatrix(skinning[i])}}) {
        for (std::size_t c = 0; c < 4; ++c) {
          for (std::size_t d = 0; d < 3; ++d) {
            CHECK(std::abs(packed.column[c][d] - exact.column[c][d]) < 1e-5 * largest);
          }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("forwards, backwards and at random the packed clip follows the authored one") {
  const Skeleton skeleton = chain(11);
  Clip clip = wildClip(skeleton);
  REQUIRE(validate(clip, skeleton).has_value());
  for (const bool loop : {false, true}) {
    clip.loop = loop;
    Player player(skeleton, clip);
    for (int frame = -20; frame < 400; ++frame) player.check(frame / 97.0);
    for (int frame = 400; frame > -20; --frame) player.check(frame / 97.0);
    for (int jump = 0; jump < 200; ++jump) player.check(std::fmod(jump * 1.618, 3.2) - 0.1);
  }
}

TEST_CASE("a cursor that comes from elsewhere finds the same pose") {
  const Skeleton skeleton = chain(9);
  Player player(skeleton, wildClip(skeleton)), fresh(skeleton, wildClip(skeleton));
  for (int jump = 0; jump < 100; ++jump) {
    const double time = std::fmod(jump * 0.777, 3.0);
    player.sample(time);
    fresh.cursor = SamplingCursor(fresh.runtime);
    fresh.sample(time);
    CHECK(std::equal(&player.pose[0].translation[0][0],
                     &player.pose[0].translation[0][0] + sizeof(PoseGroup) / 4 * player.pose.size(),
                     &fresh.pose[0].translation[0][0]));
  }
}

TEST_CASE("steps keep their value up to the next key and not a moment longer") {
  const Skeleton skeleton = chain(2);
  Clip clip{.id = 0, .name = "", .duration = 2, .loop = false, .bones = {}};
  BoneTrack track;
  track.bone = skeleton[0].id;
  track.translation = {{0.5, {1, 0, 0}, Interpolation::step},
                       {1.0, {2, 0, 0}, Interpolation::step},
                       {1.5, {3, 0, 0}}};
  clip.bones = {track};
  Player player(skeleton, clip);
  for (const auto& [time, x] : {std::pair{0.0, 1.0},
                                {0.999, 1.0},
                                {1.0, 2.0},
                                {1.499, 2.0},
                                {1.5, 3.0},
                                {2.0, 3.0},
                                {1.2, 2.0},
                                {0.7, 1.0}}) {
    player.sample(time);
    CHECK(player.pose[0].translation[0][0] == float(x));
  }
}

TEST_CASE("what stays the same costs no channel") {
  const Skeleton skeleton = chain(8);
  Clip clip{.id = 0, .name = "", .duration = 1, .loop = false, .bones = {}};
  BoneTrack track;
  track.bone = skeleton[5].id;
  track.translation = {{0, {1, 2, 3}}, {1, {1, 2, 3}}};
  track.rotation = {{0, Quat{}}, {1, rotationAbout({0, 0, 1}, 1)}};
  clip.bones = {track};
  Player player(skeleton, clip);
  CHECK(player.runtime.channels() == 1);
  CHECK(player.runtime.groups() == 2);
  player.check(0.3);
}

TEST_CASE("turns of more than half a circle keep their direction") {
  const Skeleton skeleton = chain(1);
  Clip clip{.id = 0, .name = "", .duration = 1, .loop = false, .bones = {}};
  BoneTrack track;
  track.bone = skeleton[0].id;
  track.angle = {{0, 0}, {1, 4 * math::pi}};
  clip.bones = {track};
  Player player(skeleton, clip);
  for (int i = 0; i <= 50; ++i) player.check(i / 50.0);
}

TEST_CASE("packed poses place joints where the double path does, whatever bones inherit") {
  checkPackedPoses(chain(30));
  checkPackedPoses(looseChain(30));
}

TEST_CASE("at rest every skinning matrix is the identity") {
  for (const Skeleton& skeleton : {chain(21), looseChain(21)}) {
    const RuntimeSkeleton runtime = RuntimeSkeleton::build(skeleton);
    const std::vector<PoseGroup> rest(poseGroups(skeleton.size()));
    std::vector<SkinMatrix> model(skeleton.size()), skinning(skeleton.size());
    PoseJob{&runtime, rest, model, skinning}.run();
    for (const SkinMatrix& m : skinning) {
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t d = 0; d < 3; ++d) {
          CHECK(std::abs(m.column[c][d] - (c == d ? 1.0f : 0.0f)) < 1e-4f);
        }
      }
    }
  }
}

TEST_CASE("jobs that do not fit are named errors") {
  const Skeleton skeleton = chain(6), small = chain(3);
  const Clip clip = wildClip(skeleton);
  CHECK(failsWith(RuntimeClip::build(clip, small), "is not in the skeleton"));
  CHECK(failsWith(RuntimeClip::build(clip, skeleton, {.rotation_tolerance = 0}), "positive"));
  const auto limited = RuntimeClip::build(clip, skeleton, {.max_values = 1000});
  CHECK(failsWith(limited, "max_values"));
  CHECK(limited.error().code == ErrorCode::limit_exceeded);
  Player player(skeleton, clip);
  SampleJob job;
  CHECK(failsWith(job.validate(), "there is no clip"));
  job.clip = &player.runtime;
  CHECK(failsWith(job.validate(), "there is no cursor"));
  SamplingCursor other;
  job.cursor = &other;
  CHECK(failsWith(job.validate(), "belongs to another clip"));
  job.cursor = &player.cursor;
  CHECK(failsWith(job.validate(), "0 groups where the clip has 2"));
  for (const double never : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    job.time = never;
    CHECK(failsWith(job.validate(), "the time is not finite"));
  }

  const RuntimeSkeleton runtime = RuntimeSkeleton::build(skeleton);
  std::vector<SkinMatrix> model(6), five(5);
  CHECK(failsWith(PoseJob{}.validate(), "there is no skeleton"));
  CHECK(failsWith(PoseJob{&runtime, {}, model, {}}.validate(), "0 groups where 6 bones need 2"));
  CHECK(failsWith(PoseJob{&runtime, player.pose, five, {}}.validate(), "5 and 0 matrices"));
}
