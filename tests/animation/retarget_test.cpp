// SPDX-License-Identifier: MIT
#include "vide/animation/retarget.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "vide/core/math.hpp"
#include "vide/core/transform.hpp"

using namespace vide;

namespace {

// A figure that faces +x with y up: hips in the root, feet below, hands to the sides.
MotionCapture standing() {
  MotionCapture capture;
  capture.names = {"Hips", "Left", "Right", "LeftFoot", "RightFoot", "LeftHand", "RightHand"};
  capture.parents = {-1, 0, 0, 1, 2, 0, 0};
  capture.frame_time = 0.04;
  capture.frames = 1;
  capture.positions = {{0, 2, 0},   {0, 2, -0.5}, {0, 2, 0.5},   {0, 0, -0.5},
                       {0, 0, 0.5}, {0.3, 3, -1}, {-0.3, 2.5, 1}};
  return capture;
}

// One frame for each of these rigid motions of the figure.
MotionCapture moved(const std::vector<Affine3>& motions) {
  const MotionCapture still = standing();
  MotionCapture capture = still;
  capture.frames = int(motions.size());
  capture.positions.clear();
  for (const Affine3& motion : motions) {
    for (const Vec3 p : still.positions) capture.positions.push_back(motion * p);
  }
  return capture;
}

Affine3 turned(Vec3 axis, double degrees, Vec3 shift = {}) {
  return {toMatrix(rotationAbout(axis, math::radians(degrees))), shift};
}

MotionSettings motionSettings() {
  MotionSettings settings;
  settings.groundplane_joint = "LeftFoot";
  settings.forward_perp_joint_vectors = {{"Left", "Right"}};
  return settings;
}

CharacterRig character() {
  CharacterRig rig{100, 200, {}};
  rig.joints = {{"root", -1, {50, 100}},      {"left_leg", 0, {60, 100}},
                {"left_foot", 1, {60, 160}},  {"left_hand", 0, {90, 70}},
                {"left_finger", 3, {95, 60}}, {"right_hand", 0, {10, 70}}};
  return rig;
}

RetargetSettings settings() {
  RetargetSettings result;
  result.projection_groups = {
      {"All",
       {"Hips", "Left", "Right", "LeftFoot", "RightFoot", "LeftHand", "RightHand"},
       Projection::frontal}};
  result.draw_groups = {{{"Hips"}, {"left_leg", "left_foot"}},
                        {{"LeftHand"}, {"left_hand", "left_finger"}},
                        {{"RightHand"}, {"right_hand"}}};
  result.root_offset = {"All", {{"LeftFoot", "Left"}}, {{"left_foot", "left_leg"}}};
  result.mapping = {{"left_foot", "Left", "LeftFoot"}, {"left_hand", "Hips", "LeftHand"}};
  return result;
}

RetargetedMotion retargeted(const MotionCapture& capture) {
  return *retarget(capture, motionSettings(), settings(), character());
}

std::string messageOf(const MotionCapture& capture, const MotionSettings& motion,
                      const RetargetSettings& how, const CharacterRig& rig) {
  const auto result = retarget(capture, motion, how, rig);
  return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

double degreesOf(const RetargetedMotion& motion, std::size_t frame, std::size_t joint) {
  return math::degrees(motion.frames[frame].direction[joint]);
}

}  // namespace

TEST_CASE("joints take the direction of their segment as seen from the front") {
  const RetargetedMotion motion = retargeted(standing());
  CHECK(degreesOf(motion, 0, 2) == doctest::Approx(180));  // the leg points down
  // The figure's left is to the viewer's right: (1, 1) in the picture.
  CHECK(degreesOf(motion, 0, 3) == doctest::Approx(315));
  CHECK(motion.frames[0].position[0] == Vec2{});
  const Vec2 hand = motion.frames[0].position[3];
  CHECK(length(hand) == doctest::Approx(50));  // as drawn: (40, 30)
  CHECK(hand.x == doctest::Approx(hand.y));
}

TEST_CASE("where the figure stands and which way it faces does not change its pose") {
  const RetargetedMotion still = retargeted(standing());
  for (const double angle : {30.0, 90.0, 180.0, 271.0}) {
    const RetargetedMotion elsewhere = retargeted(moved({turned({0, 1, 0}, angle, {5, 1, -3})}));
    for (std::size_t joint = 0; joint < 6; ++joint) {
      CHECK(distance(elsewhere.frames[0].position[joint], still.frames[0].position[joint]) < 1e-9);
    }
    CHECK(elsewhere.frames[0].draw_order == still.frames[0].draw_order);
  }
  // The same recording with z up.
  MotionCapture lying = standing();
  for (Vec3& p : lying.positions) p = {p.x, -p.z, p.y};
  MotionSettings up = motionSettings();
  up.up = UpAxis::z;
  const auto raised = retarget(lying, up, settings(), character());
  CHECK(distance(raised->frames[0].position[3], still.frames[0].position[3]) < 1e-12);
}

TEST_CASE("the root moves with the figure, scaled by the ratio of the limbs") {
  // Legs: 60 pixels drawn, 2 units recorded.
  const RetargetedMotion motion =
      retargeted(moved({{}, translationBy({0, 0.5, 0}), translationBy({0, 0.5, -1})}));
  CHECK(distance(motion.frames[0].root, {0, 0}) < 1e-12);
  CHECK(distance(motion.frames[1].root, {0, 15}) < 1e-12);
  CHECK(distance(motion.frames[2].root, {30, 15}) < 1e-12);  // to its left, the viewer's right
  CHECK(motion.ground == doctest::Approx(-60));
  RetargetSettings shifted = settings();
  shifted.starting_location = {0.5, -0.25, 9};
  const auto moved_start = retarget(standing(), motionSettings(), shifted, character());
  CHECK(distance(moved_start->frames[0].root, {100, -50}) < 1e-12);
}

TEST_CASE("scaling the recording changes nothing") {
  MotionSettings large = motionSettings();
  large.scale = 40;
  const MotionCapture capture = moved({{}, translationBy({0, 0.5, -1})});
  const auto scaled = retarget(capture, large, settings(), character());
  const RetargetedMotion plain = retargeted(capture);
  CHECK(distance(scaled->frames[1].root, plain.frames[1].root) < 1e-9);
  CHECK(distance(scaled->frames[1].position[2], plain.frames[1].position[2]) < 1e-9);
}

TEST_CASE("unmapped joints keep their angle to their parent") {
  const RetargetedMotion motion = retargeted(standing());
  const auto& position = motion.frames[0].position;
  const Vec2 hand = position[3], finger = position[4] - position[3];
  const Vec2 drawn_hand{40, 30}, drawn_finger{5, 10};
  CHECK(dot(hand, finger) == doctest::Approx(dot(drawn_hand, drawn_finger)));
  CHECK(cross(hand, finger) == doctest::Approx(cross(drawn_hand, drawn_finger)));
}

TEST_CASE("turns run on without jumps while the figure spins in the picture's plane") {
  std::vector<Affine3> spin;
  for (int i = 0; i <= 24; ++i) {
    spin.push_back(translationBy({0, 2, 0}) * turned({1, 0, 0}, 30.0 * i) *
                   translationBy({0, -2, 0}));
  }
  MotionCapture capture = moved(spin);
  // The hips' sides stay put, so that the figure keeps facing +x.
  for (int f = 0; f < capture.frames; ++f) {
    capture.positions[std::size_t(f) * 7 + 1] = {0, 2, -0.5};
    capture.positions[std::size_t(f) * 7 + 2] = {0, 2, 0.5};
  }
  const RetargetedMotion motion = retargeted(capture);
  double total = 0;
  for (std::size_t f = 1; f < motion.frames.size(); ++f) {
    const double step = motion.frames[f].turn[3] - motion.frames[f - 1].turn[3];
    CHECK(std::abs(step) < math::pi / 2);
    total += step;
  }
  CHECK(std::abs(total) == doctest::Approx(4 * math::pi));
}

TEST_CASE("nearer parts are drawn later; parts behind the plane in reverse") {
  const RetargetedMotion motion = retargeted(standing());
  // Right hand at -0.3, hips at 0 (not before the plane: reversed), left hand at 0.3.
  CHECK(motion.frames[0].draw_order == std::vector<int>{5, 2, 1, 3, 4});
  RetargetSettings fewer = settings();
  fewer.draw_groups.pop_back();
  const auto unlisted = retarget(standing(), motionSettings(), fewer, character());
  CHECK(unlisted->frames[0].draw_order == std::vector<int>{5, 2, 1, 3, 4});
  REQUIRE(unlisted->warnings.size() == 1);
  CHECK(contains(unlisted->warnings[0], "\"right_hand\" (drawn behind the others)"));
}

TEST_CASE("pca looks along the direction of least variance") {
  RetargetSettings pca = settings();
  pca.projection_groups[0].method.reset();
  CHECK(retarget(standing(), motionSettings(), pca, character())->projections[0].projection ==
        Projection::frontal);
  MotionCapture stride = standing();  // feet and hands swing far forward and back
  for (std::size_t joint = 3; joint < 7; ++joint) stride.positions[joint].x *= 10;
  stride.positions[3].x = -5;
  stride.positions[4].x = 5;
  CHECK(retarget(stride, motionSettings(), pca, character())->projections[0].projection ==
        Projection::sagittal);
}

TEST_CASE("a joint below its line is no handle, and unmapped if it was drawn there") {
  RetargetSettings checked = settings();
  checked.above_checks = {{"left_hand", "right_hand", "left_leg"}};
  const auto above = retarget(standing(), motionSettings(), checked, character());
  CHECK(above->frames[0].dropped.empty());
  CHECK(above->warnings.empty());
  std::swap(checked.above_checks[0].from, checked.above_checks[0].to);
  const auto below = retarget(standing(), motionSettings(), checked, character());
  CHECK(below->frames[0].dropped == std::vector<int>{3});
  CHECK(below->frames[0].turn[3] == 0);
  CHECK(contains(below->warnings.at(0), "\"left_hand\" was drawn below its line"));
}

TEST_CASE("frames are chosen by their range") {
  const MotionCapture capture = moved({{}, {}, {}, {}, {}});
  MotionSettings range = motionSettings();
  range.start_frame = 1;
  range.end_frame = 3;
  CHECK(retarget(capture, range, settings(), character())->frames.size() == 2);
  range.end_frame = 99;
  CHECK(retarget(capture, range, settings(), character())->frames.size() == 4);
  range.start_frame = 5;
  CHECK(contains(messageOf(capture, range, settings(), character()), "start_frame_idx is 5"));
}

TEST_CASE("what is wrong is named with its setting") {
  const auto broken = [](auto change) {
    MotionCapture capture = standing();
    MotionSettings motion = motionSettings();
    RetargetSettings how = settings();
    change(capture, motion, how);
    return messageOf(capture, motion, how, character());
  };
  using C = MotionCapture&;
  using M = MotionSettings&;
  using S = RetargetSettings&;
  CHECK(contains(broken([](C, M m, S) { m.groundplane_joint = "X"; }),
                 "groundplane_joint: the motion"));
  CHECK(contains(broken([](C, M m, S) { m.forward_perp_joint_vectors.clear(); }), "is empty"));
  CHECK(contains(broken([](C, M m, S) { m.scale = 0; }), "scale is 0"));
  CHECK(contains(broken([](C c, M, S) { c.frames = 0; }), "no frames"));
  CHECK(contains(broken([](C c, M, S) { c.positions[2].x = NAN; }), "not finite"));
  CHECK(contains(broken([](C, M, S s) { s.mapping[0].bvh_distal = "X"; }),
                 "char_joint_bvh_joints_mapping: the motion has no joint \"X\""));
  CHECK(contains(broken([](C, M, S s) { s.mapping[0].char_joint = "X"; }), "the character has no"));
  CHECK(contains(broken([](C, M, S s) { s.mapping[0].char_joint = "root"; }), "is the root"));
  CHECK(contains(broken([](C, M, S s) { s.draw_groups[0].char_joints.push_back("left_hand"); }),
                 "listed twice"));
  CHECK(contains(broken([](C, M, S s) { s.root_offset.projection_group = "X"; }),
                 "char_bvh_root_offset: there is no projection group \"X\""));
  CHECK(contains(broken([](C, M, S s) { s.root_offset.char_chains.clear(); }), "have no length"));
  CHECK(contains(broken([](C, M, S s) {
                   s.projection_groups[0].bvh_joints = {"LeftFoot", "Hips"};
                 }),
                 "is in no group of bvh_projection_bodypart_groups"));
}
