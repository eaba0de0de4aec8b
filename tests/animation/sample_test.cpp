// SPDX-License-Identifier: MIT
#include "vide/animation/sample.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "vide/core/math.hpp"

using namespace vide;

namespace {

Skeleton twoBones() {
  std::vector<Bone> bones(2);
  bones[0].id = 7;  // ids need not count the bones
  bones[0].name = "lower";
  bones[1].id = 3;
  bones[1].name = "upper";
  bones[1].parent = 0;
  return *Skeleton::fromBones(bones);
}

Clip clipOf(BoneTrack track, double duration) {
  Clip clip;
  clip.name = "test";
  clip.duration = duration;
  clip.bones = {std::move(track)};
  return clip;
}

Transform sampleSecond(const Clip& clip, double time) {
  std::vector<Transform> pose(2);
  samplePose(clip, twoBones(), time, pose);
  CHECK(pose[0] == Transform{});
  return pose[1];
}

Track<double> keys(Interpolation interpolation, std::initializer_list<double> values) {
  Track<double> track;
  for (const double value : values) track.push_back({double(track.size()), value, interpolation});
  return track;
}

std::string messageOf(const Clip& clip) {
  const auto checked = validate(clip, twoBones());
  return checked ? std::string() : checked.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("keys give their own values, whatever the interpolation") {
  for (const auto how :
       {Interpolation::step, Interpolation::linear, Interpolation::cubic, Interpolation::bezier}) {
    const Track<double> track = keys(how, {3, -1, 4, 4});
    for (const auto& key : track) CHECK(sampleTrack(track, key.time, 9.0) == key.value);
    CHECK(sampleTrack(track, -5, 9.0) == 3);
    CHECK(sampleTrack(track, 50, 9.0) == 4);
  }
  CHECK(sampleTrack(Track<double>{}, 1, 9.0) == 9);
}

TEST_CASE("step holds, linear is straight") {
  CHECK(sampleTrack(keys(Interpolation::step, {3, -1}), 0.999, 0.0) == 3);
  CHECK(sampleTrack(keys(Interpolation::linear, {3, -1}), 0.25, 0.0) == 2);
}

TEST_CASE("cubic keys with the tangents of a cubic polynomial reproduce it") {
  const auto f = [](double t) { return 2 * t * t * t - t * t + 3 * t - 5; };
  const auto slope = [](double t) { return 6 * t * t - 2 * t + 3; };
  Track<double> track;
  for (const double t : {0.0, 0.5, 2.0}) {
    track.push_back({t, f(t), Interpolation::cubic, slope(t), slope(t), {}});
  }
  for (double t = 0; t <= 2; t += 0.125) {
    CHECK(sampleTrack(track, t, 0.0) == doctest::Approx(f(t)).epsilon(1e-13));
  }
}

TEST_CASE("an easing bends time: symmetric ones pass the middle, a straight one changes nothing") {
  Track<double> track = keys(Interpolation::bezier, {0, 10});
  CHECK(sampleTrack(track, 0.3, 0.0) == doctest::Approx(3).epsilon(1e-12));
  track[0].easing = {{0.42, 0}, {0.58, 1}};  // slow at both ends
  CHECK(sampleTrack(track, 0.5, 0.0) == doctest::Approx(5).epsilon(1e-12));
  CHECK(sampleTrack(track, 0.1, 0.0) < 0.5);
  CHECK(sampleTrack(track, 0.9, 0.0) > 9.5);
  // Parameter t = 1/2: x = 3/8 (a + b) + 1/8, y likewise.
  track[0].easing = {{0.2, 0.9}, {0.4, 1.1}};
  CHECK(sampleTrack(track, 0.35, 0.0) == doctest::Approx(10 * 0.875).epsilon(1e-12));
}

TEST_CASE("an angle of 720 degrees is two turns; a quaternion takes the shorter arc") {
  const double two_turns = 4 * math::pi;
  BoneTrack plane;
  plane.bone = 3;
  plane.angle = {{0, 0}, {1, two_turns}};
  for (const double t : {0.125, 0.375, 0.7}) {
    const double angle = angleInPlane(sampleSecond(clipOf(plane, 1), t).rotation);
    CHECK(std::remainder(angle - two_turns * t, 2 * math::pi) == doctest::Approx(0).epsilon(1e-12));
  }
  BoneTrack space;
  space.bone = 3;
  space.rotation = {{0, Quat{}}, {1, rotationInPlane(math::radians(270))}};
  const Quat half = sampleSecond(clipOf(space, 1), 0.5).rotation;
  CHECK(math::degrees(angleInPlane(half)) == doctest::Approx(-45));
}

TEST_CASE("below a half turn, motion in the plane is the same by angle and by quaternion") {
  for (const double turn : {-170.0, -20.0, 0.0, 60.0, 179.0}) {
    BoneTrack plane, space;
    plane.bone = space.bone = 3;
    plane.angle = {{0, 0.3}, {2, 0.3 + math::radians(turn)}};
    space.rotation = {{0, rotationInPlane(0.3)}, {2, rotationInPlane(0.3 + math::radians(turn))}};
    for (double t = 0; t <= 2; t += 0.25) {
      const Quat a = sampleSecond(clipOf(plane, 2), t).rotation;
      const Quat b = sampleSecond(clipOf(space, 2), t).rotation;
      CHECK(std::abs(std::abs(dot(a, b)) - 1) < 1e-12);
    }
  }
}

TEST_CASE("cubic quaternions stay of unit length") {
  BoneTrack track;
  track.bone = 3;
  track.rotation = {{0, Quat{}, Interpolation::cubic}, {1, rotationAbout({1, 2, 3}, 2.5)}};
  track.rotation[0].out_tangent = {0.5, -0.2, 0.1, 0};
  const Quat q = sampleSecond(clipOf(track, 1), 0.4).rotation;
  CHECK(dot(q, q) == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("outside its keys a clip clamps, or loops") {
  BoneTrack track;
  track.bone = 3;
  track.translation = {{0, {0, 0, 0}}, {1, {10, 0, 0}}};
  Clip clip = clipOf(track, 2);
  CHECK(sampleSecond(clip, 2.25).translation.x == 10);
  CHECK(sampleSecond(clip, -1).translation.x == 0);
  clip.loop = true;
  CHECK(sampleSecond(clip, 2.25).translation.x == doctest::Approx(2.5));
  CHECK(sampleSecond(clip, -1.75).translation.x == doctest::Approx(2.5));
  CHECK(sampleSecond(clip, 1.5).translation.x == 10);
}

TEST_CASE("parts without keys are at rest, the others are sampled") {
  BoneTrack track;
  track.bone = 3;
  track.scale = {{0, {1, 1, 1}}, {1, {3, 1, 1}}};
  track.shear = {{0, {}}, {1, {1, 0, 0}}};
  const Transform pose = sampleSecond(clipOf(track, 1), 0.5);
  CHECK(pose == Transform{{}, {}, {2, 1, 1}, {0.5, 0, 0}});
}

TEST_CASE("what is wrong with a clip is named") {
  BoneTrack track;
  track.bone = 3;
  track.angle = {{0, 1}, {1, 2}};
  const auto broken = [&](auto change) {
    Clip clip = clipOf(track, 1);
    change(clip, clip.bones[0]);
    return messageOf(clip);
  };
  CHECK(broken([](Clip&, BoneTrack&) {}) == "");
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.bone = 9; }), "clip \"test\": bone id 9"));
  CHECK(contains(broken([](Clip& c, BoneTrack& t) { c.bones.push_back(t); }), "has two tracks"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.rotation = {{0, Quat{}}}; }), "keep one"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.angle[1].time = 0; }),
                 "bone id 3: angle key 1 is not later"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.angle[0].time = -1; }), "before the clip"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.angle[1].time = 1.5; }), "after the clip's"));
  CHECK(
      contains(broken([](Clip&, BoneTrack& t) { t.angle[1].value = std::nan(""); }), "not finite"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) { t.angle[0].easing.first.x = 2; }), "easing"));
  CHECK(contains(broken([](Clip&, BoneTrack& t) {
                   t.angle.clear();
                   t.rotation = {{0, Quat{0, 0, 0, 2}}};
                 }),
                 "rotation key 0 is no unit quaternion"));
  CHECK(contains(broken([](Clip& c, BoneTrack&) { c.duration = -1; }), "duration -1"));
}

TEST_CASE("offsets go from key to key, each vertex on its own") {
  Clip clip{.duration = 2};
  clip.offsets = {{5,
                   {{.time = 0, .value = {{0, 0, 0}, {1, 0, 0}}},
                    {.time = 2, .value = {{2, 4, 0}, {1, 0, 8}}}}}};
  std::vector<Vec3> out(2);
  REQUIRE(sampleOffsets(clip, 5, 0.5, out));
  CHECK(out == std::vector<Vec3>{{0.5, 1, 0}, {1, 0, 2}});
  REQUIRE(sampleOffsets(clip, 5, 9, out));
  CHECK(out == clip.offsets[0].offsets[1].value);
  CHECK_FALSE(sampleOffsets(clip, 6, 0.5, out));
  clip.offsets[0].offsets[0].interpolation = Interpolation::step;
  REQUIRE(sampleOffsets(clip, 5, 1.75, out));
  CHECK(out == clip.offsets[0].offsets[0].value);
}

TEST_CASE("offsets follow a cubic whose tangents may be left out") {
  Clip clip{.duration = 2};
  Key<Offsets> from{.time = 0, .value = {{0, 0, 0}}, .interpolation = Interpolation::cubic};
  from.out_tangent = {{1, 0, 0}};
  clip.offsets = {{5, {from, {.time = 2, .value = {{0, 0, 0}}}}}};
  std::vector<Vec3> out(1);
  REQUIRE(sampleOffsets(clip, 5, 1, out));
  CHECK(out[0].x == doctest::Approx(0.25));  // 2 s * (t^3 - 2 t^2 + t) at t = 1/2
}

TEST_CASE("a look has the clip's parts and otherwise the layer's, within 0..1") {
  const LayerLook rest{.visible = true, .tint = {0.5, 0.5, 0.5}, .opacity = 0.75};
  Clip clip{.duration = 4, .loop = true};
  CHECK(sampleLook(clip, 1, 0, rest) == rest);
  clip.layers = {{.layer = 1, .visible = {{1, false}, {2, true}}}};
  CHECK(sampleLook(clip, 1, 0.5, rest).visible);
  CHECK_FALSE(sampleLook(clip, 1, 1, rest).visible);
  CHECK_FALSE(sampleLook(clip, 1, 5.5, rest).visible);
  CHECK(sampleLook(clip, 1, 2, rest).visible);
  CHECK(sampleLook(clip, 1, 1, rest).opacity == 0.75);
  clip.layers[0].opacity = {{.time = 0, .value = -1}, {.time = 4, .value = 3}};
  CHECK(sampleLook(clip, 1, 0.5, rest).opacity == 0);
  CHECK(sampleLook(clip, 1, 1.5, rest).opacity == 0.5);
  CHECK(sampleLook(clip, 1, 3.5, rest).opacity == 1);
}

TEST_CASE("slots, mixes and draw orders hold from key to key and are the document's before") {
  using Order = std::vector<std::uint32_t>;
  Clip clip{.duration = 3};
  clip.slots = {{7, {{1, 4}, {2, std::nullopt}}}};
  CHECK(sampleSlot(clip, 7, 0.5, 9) == 9u);
  CHECK(sampleSlot(clip, 7, 1.5, 9) == 4u);
  CHECK(sampleSlot(clip, 7, 2.5, 9) == std::nullopt);
  CHECK(sampleSlot(clip, 8, 2.5, 9) == 9u);
  clip.constraints = {{3, {{.time = 0, .value = 0}, {.time = 2, .value = 1}}}};
  CHECK(sampleMix(clip, 3, 0.5, 1) == 0.25);
  CHECK(sampleMix(clip, 4, 0.5, 0.75) == 0.75);
  const Order rest{1, 2}, other{2, 1};
  clip.draw_order = {{1, other}};
  CHECK(std::ranges::equal(sampleDrawOrder(clip, 0.5, rest), rest));
  CHECK(std::ranges::equal(sampleDrawOrder(clip, 1, rest), other));
}

TEST_CASE("an event is passed once, in order, in every round of a loop") {
  Clip clip{.duration = 2};
  clip.events = {{.time = 0, .name = "a"}, {.time = 1, .name = "b"}, {.time = 1, .name = "c"}};
  const auto passed = [&](double from, double to) {
    std::string names;
    visitEvents(clip, from, to, [&](const ClipEvent& event) { names += event.name; });
    return names;
  };
  CHECK(passed(-1, 0.5) == "a");
  CHECK(passed(0, 1) == "bc");
  CHECK(passed(1, 9) == "");
  CHECK(passed(3, 1) == "");
  clip.loop = true;
  CHECK(passed(1, 3) == "abc");
  CHECK(passed(-0.5, 6) == "abcabcabca");
  std::string steps;
  for (double t = 0; t < 6; t += 0.25) steps += passed(t, t + 0.25);
  CHECK(steps == "bcabcabca");
  clip.duration = 1e-9;
  CHECK(passed(0, 1e18).size() == 3003 - 1);  // all of 1001 rounds but the event at 0
}

TEST_CASE("rounding lets no event of a loop be passed twice or never") {
  for (const double duration : {1.0 / 3, 0.7, 1.3, 0.1}) {
    for (const double steps_a_round : {1.0, 2.0, 4.0, 7.3}) {
      Clip clip{.duration = duration, .loop = true};
      clip.events = {{.time = 0}, {.time = duration / 3}};
      const double step = duration / steps_a_round;
      int count = 0;
      double time = -1e-9;
      for (int i = 0; i < 3000; ++i, time += step) {
        visitEvents(clip, time, time + step, [&](const ClipEvent&) { ++count; });
      }
      int wanted = 0;
      for (int round = 0; round * duration <= time; ++round) {
        wanted += round * duration + duration / 3 <= time ? 2 : 1;
      }
      CHECK(count == wanted);
    }
  }
}
