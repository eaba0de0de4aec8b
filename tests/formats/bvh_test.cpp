// SPDX-License-Identifier: MIT
#include "vide/formats/bvh.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "tests/support/shared_data.hpp"
#include "vide/animation/sample.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;

namespace {

// One arm of two joints; the channels of the elbow and one frame are the caller's.
std::string armFile(const std::string& elbow_channels, const std::string& values) {
  return "HIERARCHY\nROOT Shoulder\n{\n  OFFSET 1 2 3\n"
         "  CHANNELS 3 Xposition Yposition Zposition\n"
         "  JOINT Elbow\n  {\n    OFFSET 0 10 0\n    CHANNELS " +
         elbow_channels +
         "\n    End Site\n    {\n      OFFSET 0 5 0\n    }\n  }\n}\n"
         "MOTION\nFrames: 1\nFrame Time: 0.04\n" +
         values + "\n";
}

std::string messageOf(std::string_view text) {
  const auto motion = parseBvh(text);
  return motion ? std::string() : motion.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Vec3 elbowTip(const std::string& channels, const std::string& angles) {
  const BvhMotion motion = *parseBvh(armFile(channels, "0 0 0 " + angles));
  std::vector<Affine3> frames(2);
  jointFrames(motion, 0, frames);
  return frames[1] * motion.skeleton[1].tail;
}

}  // namespace

TEST_CASE("world joint positions equal those of independent forward kinematics") {
  const auto reference = test::sharedFile("reference/bvh_fk.json");
  if (!reference) return;
  const nlohmann::json cases = nlohmann::json::parse(*reference)["cases"];
  CHECK(cases.size() >= 3);
  for (const auto& one : cases) {
    const auto file = test::sharedFile("data/motion/" + one["file"].get<std::string>());
    const auto motion = parseBvh(file.value_or(""));
    REQUIRE(motion);
    std::vector<Affine3> frames(motion->skeleton.size());
    jointFrames(*motion, one["frame"].get<int>(), frames);
    CHECK(one["joints"].size() > 20);
    for (const auto& [name, place] : one["joints"].items()) {
      const int joint = motion->skeleton.find(name);
      REQUIRE_MESSAGE(joint >= 0, name);
      const Vec3 expected{place[0].get<double>(), place[1].get<double>(), place[2].get<double>()};
      CHECK(distance(frames[std::size_t(joint)].translation, expected) < 1e-3);
    }
  }
}

TEST_CASE("rotations apply in the order of the channels") {
  // (0, 5, 0) about z by 90 degrees is (-5, 0, 0); that about y by 90 degrees is (0, 0, 5).
  CHECK(distance(elbowTip("2 Yrotation Zrotation", "90 90"), {0, 10, 5}) < 1e-12);
  CHECK(distance(elbowTip("2 Zrotation Yrotation", "90 90"), {-5, 10, 0}) < 1e-12);
  CHECK(distance(elbowTip("1 Xrotation", "90"), {0, 10, 5}) < 1e-12);
  CHECK(distance(elbowTip("1 xRotation", "-630"), {0, 10, 5}) < 1e-12);
}

TEST_CASE("a position channel replaces its component of the offset") {
  CHECK(distance(elbowTip("1 Xposition", "7"), {7, 15, 0}) < 1e-15);
}

TEST_CASE("the pose of a frame moves the skeleton to the joint frames") {
  const auto file = test::sharedFile("data/motion/fair1/dab.bvh");
  if (!file) return;
  const BvhMotion motion = *parseBvh(*file);
  const std::size_t count = motion.skeleton.size();
  std::vector<Transform> pose(count);
  std::vector<Affine3> posed(count), frames(count);
  framePose(motion, 100, pose);
  modelTransforms(motion.skeleton, pose, posed);
  jointFrames(motion, 100, frames);
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(distance(posed[i].translation, frames[i].translation) < 1e-11);
    CHECK(distance(posed[i].linear.x, frames[i].linear.x) < 1e-12);
  }
  const MotionCapture capture = motionCaptureOf(motion);
  CHECK(capture.frame(100)[5] == frames[5].translation);
  CHECK(capture.positions.size() == 339 * count);
}

TEST_CASE("the clip of a recording gives the pose of every frame") {
  const BvhMotion motion = *parseBvh(
      "HIERARCHY ROOT a { OFFSET 1 2 3 CHANNELS 4 Xposition Zrotation Xrotation Yrotation\n"
      "JOINT b { OFFSET 0 1 0 CHANNELS 1 Yrotation\nJOINT c { OFFSET 0 1 0 CHANNELS 0 } } }\n"
      "MOTION Frames: 3 Frame Time: 0.1\n5 10 20 30 40\n6 50 60 70 80\n7 170 -160 0 390\n");
  const Clip clip = clipFromBvh(motion);
  CHECK(validate(clip, motion.skeleton));
  CHECK(clip.duration == doctest::Approx(0.3));
  REQUIRE(clip.bones.size() == 2);  // nothing moves the third joint
  CHECK(clip.bones[1].translation.empty());
  std::vector<Transform> expected(3), sampled(3);
  for (int frame = 0; frame < 3; ++frame) {
    framePose(motion, frame, expected);
    samplePose(clip, motion.skeleton, frame * motion.frame_time, sampled);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(distance(sampled[i].translation, expected[i].translation) < 1e-14);
      CHECK(std::abs(dot(sampled[i].rotation, expected[i].rotation)) == doctest::Approx(1));
    }
  }
}

TEST_CASE("the tail of a joint is the mean of its children and End Sites") {
  const BvhMotion motion = *parseBvh(armFile("0", "0 0 0"));
  CHECK(motion.skeleton[0].tail == Vec3{0, 10, 0});
  CHECK(motion.skeleton[1].tail == Vec3{0, 5, 0});
  CHECK(motion.skeleton.head(1) == Vec3{1, 12, 3});
  CHECK(motion.frame_time == 0.04);
}

TEST_CASE("spelling that other programs write is understood") {
  const char* loose =
      "\xEF\xBB\xBFhierarchy\r\nRoot Left Arm{OFFSET +1 .5 -2e0 CHANNELS 0 end site tip { offset 0 "
      "1 0 }}\r\n"
      "Motion\r\nFrames : 0\r\nframe time:.01";
  const auto motion = parseBvh(loose);
  CHECK(messageOf(loose) == "");
  if (!motion) return;
  CHECK(motion->skeleton[0].name == "Left Arm");
  CHECK(motion->skeleton.head(0) == Vec3{1, 0.5, -2});
  CHECK(motion->frames == 0);
}

TEST_CASE("what is wrong is named with its line") {
  CHECK(contains(messageOf(""), "line 1: expected HIERARCHY, found the end of the text"));
  CHECK(contains(messageOf("HIERARCHY\nMOTION"), "line 2: no joint"));
  CHECK(contains(messageOf("HIERARCHY\nROOT a\n{\nOFFSET 1 2 z\n}"),
                 "line 4: OFFSET: expected a number up to 1e30, found \"z\""));
  CHECK(contains(messageOf("HIERARCHY\nROOT a\n{\nOFFSET 1 2 inf\n}"), "found \"inf\""));
  CHECK(contains(messageOf("HIERARCHY\nROOT a\n{\nOFFSET 1 2 1e31\n}"), "found \"1e31\""));
  CHECK(contains(messageOf("HIERARCHY\nROOT a\n{\nBONE"), "line 4: expected OFFSET"));
  CHECK(contains(messageOf(armFile("1 Wrotation", "")), "line 9: expected a channel"));
  CHECK(contains(messageOf(armFile("7 Xposition", "")), "0 to 6 channels, not 7"));
  CHECK(
      contains(messageOf(armFile("1 Zrotation", "1 2 3")), "ends after 3 of 4 values of frame 0"));
  CHECK(contains(messageOf(armFile("0", "1 2 3 4")), "line 19: more values than 1 frames of 3"));
  CHECK(contains(messageOf("HIERARCHY ROOT a\n{ JOINT a\n{ } }\nMOTION Frames: 0 Frame Time: 1"),
                 "\"a\" repeats the name"));
  CHECK(contains(messageOf("HIERARCHY ROOT a\n{}\nMOTION Frames: -1 Frame Time: 1"),
                 "whole number, not -1"));
  CHECK(contains(messageOf("HIERARCHY ROOT a\n{}\nMOTION Frames: 2 Frame Time: 0"),
                 "positive number of seconds"));
}

TEST_CASE("limits hold before memory is spent") {
  const std::string file = armFile("0", "1 2 3");
  CHECK(parseBvh(file, {2, 3}));
  CHECK(contains(parseBvh(file, {1, 3}).error().message, "more than 1 joints (max_joints)"));
  CHECK(contains(parseBvh(file, {2, 2}).error().message,
                 "1 frames of 3 channels and 2 joints; max_values is 2"));
  CHECK(contains(messageOf("HIERARCHY ROOT a\n{}\nMOTION Frames: 99999999 Frame Time: 1"),
                 "max_values"));  // frames cost nothing in the file, but their joints do
  CHECK(contains(messageOf("HIERARCHY ROOT a\n{CHANNELS 1 Xposition}\nMOTION Frames: 9999999 "
                           "Frame Time: 1\n5"),
                 "cut off"));
}

TEST_CASE("every truncated prefix is an error or a shorter number, never a crash") {
  const std::string file = armFile("3 Zrotation Xrotation Yrotation", "1 2 3 40 50 60");
  for (std::size_t size = 0; size + 3 < file.size(); ++size) {
    CHECK_MESSAGE(!parseBvh(std::string_view(file).substr(0, size)), size);
  }
}

TEST_CASE("real recordings that are cut off or damaged are errors or motions, never a crash") {
  const auto file = test::sharedFile("data/motion/cmu1/jumping_jacks.bvh");
  if (!file) return;
  for (std::size_t cut = 0; cut < 60; ++cut) {
    const auto size = file->size() * cut / 60;
    CHECK_MESSAGE(!parseBvh(std::string_view(*file).substr(0, size)), size);
  }
  std::mt19937 draw(5);
  for (int copy = 0; copy < 60; ++copy) {
    std::string damaged = *file;
    damaged[draw() % 6000] = char(draw());  // the hierarchy and the first frames
    const auto motion = parseBvh(damaged);
    if (!motion) continue;
    std::vector<Affine3> frames(motion->skeleton.size());
    jointFrames(*motion, 0, frames);
    for (const Affine3& frame : frames) CHECK(isFinite(frame.translation));
  }
}
