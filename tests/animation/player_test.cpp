// SPDX-License-Identifier: MIT
#include "vide/animation/player.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "vide/animation/sample.hpp"

using namespace vide;

namespace {

Skeleton twoBones() {
  std::vector<Bone> bones{{.id = 1, .name = "body", .tail = {0, 1, 0}},
                          {.id = 2, .name = "arm", .parent = 0, .tail = {0, 1, 0}}};
  return Skeleton::fromBones(bones).value();
}

// Both bones swing to `reach` and back within a second, again and again.
Clip swing(ClipId id, double reach) {
  Clip clip{.id = id, .name = std::to_string(id), .duration = 1, .loop = true};
  for (const BoneId bone : {1u, 2u}) {
    clip.bones.push_back(
        {.bone = bone,
         .angle = {
             {.time = 0, .value = 0}, {.time = 0.5, .value = reach}, {.time = 1, .value = 0}}});
  }
  return clip;
}

Clip still(ClipId id, double angle, Vec3 translation = {}) {
  Clip clip{.id = id, .name = std::to_string(id), .duration = 0.5};
  for (const BoneId bone : {1u, 2u}) {
    clip.bones.push_back({.bone = bone,
                          .translation = {{.time = 0, .value = translation}},
                          .angle = {{.time = 0, .value = angle}}});
  }
  return clip;
}

struct Stage {
  Skeleton skeleton = twoBones();
  std::vector<Clip> clips;
  PlayableClips playable;
  Player player;

  explicit Stage(std::vector<Clip> list, const PlayerOptions& options = {})
      : clips(std::move(list)),
        playable(PlayableClips::build(skeleton, clips).value()),
        player(Player::create(playable, options).value()) {}
  Stage(const Stage&) = delete;

  double angle(std::size_t bone) const {
    const PoseGroup& group = player.pose()[0];
    return 2 * std::atan2(double(group.rotation[2][bone]), double(group.rotation[3][bone]));
  }
  double x(std::size_t bone) const { return player.pose()[0].translation[0][bone]; }
};

}  // namespace

TEST_CASE("without anything to play the pose is the rest") {
  Stage stage({still(1, 1)});
  stage.player.advance(1);
  CHECK(stage.angle(0) == 0);
  CHECK_FALSE(stage.player.playing(0));
}

TEST_CASE("a clip that is cut to is played as it is, in its speed") {
  Stage stage({swing(1, 1)});
  REQUIRE(stage.player.play(0, 1, {.fade = 0, .time = 0.25, .speed = 0.5}));
  for (int i = 0; i < 40; ++i) {
    stage.player.advance(i == 0 ? 0 : 0.1);
    std::vector<Transform> pose(2);
    samplePose(stage.clips[0], stage.skeleton, 0.25 + 0.05 * i, pose);
    CHECK(stage.angle(1) == doctest::Approx(angleInPlane(pose[1].rotation)).epsilon(1e-3));
  }
  CHECK(stage.player.playing(0)->time == doctest::Approx(std::fmod(0.25 + 39 * 0.05, 1)));
}

TEST_CASE("a fade goes smoothly from one clip to the other, also from rest and back") {
  Stage stage({still(1, 0.8), still(2, -0.4)});
  REQUIRE(stage.player.play(0, 1, {.fade = 1}));
  stage.player.advance(0.5);
  CHECK(stage.angle(0) == doctest::Approx(0.4).epsilon(1e-4));
  stage.player.advance(0.5);
  CHECK(stage.angle(0) == doctest::Approx(0.8).epsilon(1e-4));
  REQUIRE(stage.player.play(0, 2, {.fade = 2}));
  stage.player.advance(1);
  CHECK(stage.angle(0) == doctest::Approx(0.2).epsilon(1e-4));
  stage.player.advance(1);
  CHECK(stage.angle(0) == doctest::Approx(-0.4).epsilon(1e-4));
  REQUIRE(stage.player.stop(0, 1));
  stage.player.advance(0.5);
  CHECK(stage.angle(0) == doctest::Approx(-0.2).epsilon(1e-4));
  stage.player.advance(0.5);
  CHECK(stage.angle(0) == 0);
  CHECK_FALSE(stage.player.playing(0));
}

// The fastest that either clip moves is 2 radians a second; a fade of d seconds between poses that
// are at most 1 apart adds at most 1.5 / d.
TEST_CASE("nothing jumps, whenever a fade begins, also amid other fades") {
  for (const double again : {0.05, 0.11, 0.37, 0.9}) {
    Stage stage({swing(1, 1), swing(2, -1), still(3, 0.5)}, {.fades_at_a_time = 16});
    REQUIRE(stage.player.play(0, 1, {.fade = 0}));
    stage.player.advance(0);
    double before = stage.angle(1), since = 0;
    ClipId next = 2;
    constexpr double step = 1.0 / 240;
    for (double time = 0; time < 6; time += step) {
      if ((since += step) > again) {
        REQUIRE(stage.player.play(0, next, {.fade = 0.5, .time = 0.3}));
        next = next % 3 + 1;
        since = 0;
      }
      stage.player.advance(step);
      const double angle = stage.angle(1);
      CHECK(std::abs(angle - before) < step * (2 + 1.5 * 2 / 0.5));
      before = angle;
    }
  }
}

TEST_CASE("a track says what it goes over to and from, silence too") {
  Stage stage({still(1, 0.8), still(2, -0.4)});
  CHECK(stage.player.turn(0).clip == nullptr);
  CHECK(stage.player.turn(0).share == 1);
  REQUIRE(stage.player.play(0, 1, {.fade = 1, .weight = 0.5}));
  stage.player.advance(0.5);
  CHECK(stage.player.turn(0).clip->id == 1);
  CHECK(stage.player.turn(0).from == nullptr);
  CHECK(stage.player.turn(0).share == 0.5);
  CHECK(stage.player.playing(0)->weight == 0.25);
  stage.player.advance(0.5);
  CHECK(stage.player.turn(0).share == 1);
  REQUIRE(stage.player.play(0, 2, {.fade = 1}));
  stage.player.advance(0.5);
  CHECK(stage.player.turn(0).clip->id == 2);
  CHECK(stage.player.turn(0).time == 0.5);
  CHECK(stage.player.turn(0).from->id == 1);
  CHECK(stage.player.turn(0).from_time == 0.5);  // it does not loop
  stage.player.advance(0.5);
  CHECK(stage.player.turn(0).from == nullptr);
  REQUIRE(stage.player.stop(0, 1));
  stage.player.advance(0.5);
  CHECK(stage.player.turn(0).clip == nullptr);
  CHECK(stage.player.turn(0).from->id == 2);
  CHECK(stage.player.turn(0).share == 0.5);
  CHECK(stage.player.turn(7).share == 1);
}

TEST_CASE("a later track overrides the bones of its mask as far as its weight says") {
  Stage stage({still(1, 0.8), still(2, -0.4)});
  const std::vector<BoneId> arm{2};
  REQUIRE(stage.player.setMask(1, maskOfBranches(stage.skeleton, arm)));
  REQUIRE(stage.player.play(0, 1, {.fade = 0}));
  REQUIRE(stage.player.play(1, 2, {.fade = 0, .weight = 0.5}));
  stage.player.advance(0.1);
  CHECK(stage.angle(0) == doctest::Approx(0.8).epsilon(1e-4));
  CHECK(stage.angle(1) == doctest::Approx(0.2).epsilon(1e-4));
}

TEST_CASE("an additive track adds what its clip differs from rest") {
  Stage stage({still(1, 0.8, {1, 0, 0}), still(2, -0.3, {2, 0, 0})});
  REQUIRE(stage.player.setMode(2, MixMode::additive));
  REQUIRE(stage.player.play(0, 1, {.fade = 0}));
  REQUIRE(stage.player.play(2, 2, {.fade = 0, .weight = 0.5}));
  stage.player.advance(0.1);
  CHECK(stage.angle(0) == doctest::Approx(0.65).epsilon(1e-3));
  CHECK(stage.x(1) == doctest::Approx(2));
}

TEST_CASE("events are told once each, of every clip that still plays") {
  Clip walk = swing(1, 1), wave = swing(2, 1);
  walk.events = {{.time = 0, .name = "left"}, {.time = 0.5, .name = "right"}};
  wave.events = {{.time = 0.25, .name = "hi"}};
  Stage stage({walk, wave});
  std::string told;
  const auto advance = [&](double seconds) {
    stage.player.advance(seconds, [&](int track, const Clip&, const ClipEvent& event) {
      told += std::to_string(track) + event.name + " ";
    });
  };
  REQUIRE(stage.player.play(0, 1, {.fade = 0}));
  for (int i = 0; i < 12; ++i) advance(0.125);
  CHECK(told == "0left 0right 0left 0right ");
  told.clear();
  REQUIRE(stage.player.play(0, 2, {.fade = 0.6}));
  for (int i = 0; i < 6; ++i) advance(0.125);
  CHECK(told == "0hi 0left ");
}

TEST_CASE("an event may start another clip, and silent clips tell nothing") {
  Clip walk = swing(1, 1), wave = swing(2, 1);
  walk.events = {{.time = 0.25, .name = "go"}};
  Stage stage({walk, wave});
  REQUIRE(stage.player.play(0, 1, {.fade = 0}));
  int told = 0;
  const auto change = [&](int track, const Clip&, const ClipEvent&) {
    ++told;
    for (int i = 0; i < 9; ++i) CHECK(stage.player.play(track, 2, {.fade = 0, .time = 0.5}));
  };
  stage.player.advance(0.5, change);
  CHECK(told == 1);
  stage.player.advance(0, change);
  CHECK(stage.player.playing(0)->clip->id == 2);
  CHECK(stage.player.playing(0)->time == 0.5);

  REQUIRE(stage.player.play(1, 1, {.fade = 0, .weight = 0}));
  stage.player.advance(1, change);
  CHECK(told == 1);
}

TEST_CASE("a clip plays backwards") {
  Stage stage({swing(1, 1)});
  REQUIRE(stage.player.play(0, 1, {.fade = 0, .time = 0.75, .speed = -1}));
  stage.player.advance(0.5);
  CHECK(stage.player.playing(0)->time == 0.25);
  CHECK(stage.angle(0) == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("the same calls give the same bytes") {
  const auto play = [] {
    Stage stage({swing(1, 1), swing(2, -0.7)});
    std::vector<PoseGroup> poses;
    for (int i = 0; i < 50; ++i) {
      if (i % 7 == 0) REQUIRE(stage.player.play(i % 2, ClipId(1 + i % 3 % 2), {.fade = 0.3}));
      stage.player.advance(0.05);
      poses.push_back(stage.player.pose()[0]);
    }
    return poses;
  };
  const auto first = play(), second = play();
  CHECK(std::memcmp(first.data(), second.data(), first.size() * sizeof(PoseGroup)) == 0);
}

TEST_CASE("what cannot be played is refused") {
  Stage stage({still(1, 1)});
  Player& player = stage.player;
  CHECK_FALSE(player.play(0, 9));
  CHECK_FALSE(player.play(-1, 1));
  CHECK_FALSE(player.play(4, 1));
  CHECK_FALSE(player.play(0, 1, {.fade = -1}));
  CHECK_FALSE(player.play(0, 1, {.time = NAN}));
  CHECK_FALSE(player.play(0, 1, {.speed = INFINITY}));
  CHECK_FALSE(player.play(0, 1, {.weight = 2}));
  CHECK_FALSE(player.stop(0, NAN));
  CHECK_FALSE(player.setMask(0, BoneMask(3, 1.0f)));
  CHECK_FALSE(player.setMask(0, BoneMask(4, 1.5f)));
  const std::vector<Clip> twice{still(1, 1), still(1, 2)};
  CHECK_FALSE(PlayableClips::build(stage.skeleton, twice));
  CHECK_FALSE(Player::create(stage.playable, {.tracks = 0}));
  CHECK_FALSE(Player::create(stage.playable, {.fades_at_a_time = 99}));
}
