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
