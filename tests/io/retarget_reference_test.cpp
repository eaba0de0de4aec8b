// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/shared_data.hpp"
#include "vide/animation/retarget.hpp"
#include "vide/animation/sample.hpp"
#include "vide/core/math.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/file.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/io/retarget_config.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;

namespace {

struct Setup {
  CharacterRig character;
  RetargetedMotion motion;
};

Result<Setup> setUp(const std::string& character, const std::string& motion,
                    const std::string& retargeting) {
  const std::string folder = *test::sharedFolder() + "/data/2d/AnimatedDrawings/";
  const auto figure = readCharacterConfig(folder + character + "/char_cfg.yaml");
  if (!figure) return std::unexpected(figure.error());
  const auto how = readMotionConfig(folder + "motion/" + motion + ".yaml");
  if (!how) return std::unexpected(how.error());
  const auto settings = readRetargetConfig(folder + "retarget/" + retargeting + ".yaml");
  if (!settings) return std::unexpected(settings.error());
  const auto bytes = readFile(how->filepath);
  if (!bytes) return std::unexpected(bytes.error());
  const auto bvh = parseBvh({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!bvh) return std::unexpected(bvh.error());
  auto result = retarget(motionCaptureOf(*bvh), how->settings, settings->settings, figure->rig);
  if (!result) return std::unexpected(result.error());
  return Setup{figure->rig, std::move(*result)};
}

void checkPose(const nlohmann::json& expected, const Setup& setup) {
  const RetargetedFrame& frame = setup.motion.frames.at(expected["frame"].get<std::size_t>());
  const double units = setup.motion.image_units;
  for (const auto& [name, angle] : expected["orientation_deg"].items()) {
    const int joint = setup.character.find(name);
    REQUIRE(joint >= 0);
    const double off = math::degrees(frame.direction[std::size_t(joint)]) - angle.get<double>();
    CHECK(std::abs(std::remainder(off, 360)) < 0.05);
  }
  CHECK(std::abs(frame.root.x / units - expected["root"][0].get<double>()) < 1e-3);
  CHECK(std::abs(frame.root.y / units - expected["root"][1].get<double>()) < 1e-3);
  CHECK(expected["joint_positions_relative_to_root"].size() == setup.character.joints.size());
  for (const auto& [name, place] : expected["joint_positions_relative_to_root"].items()) {
    const Vec2 own = frame.position[std::size_t(setup.character.find(name))] / units;
    CHECK(distance(own, {place[0].get<double>(), place[1].get<double>()}) < 1e-3);
  }
  std::vector<std::string> order;
  for (const int joint : frame.draw_order) order.push_back(setup.motion.joints[std::size_t(joint)]);
  CHECK(order == expected["draw_order"].get<std::vector<std::string>>());
}

}  // namespace

TEST_CASE("three characters move as Animated Drawings moves them") {
  const auto reference = test::sharedFile("reference/retarget.json");
  if (!reference) return;
  const nlohmann::json cases = nlohmann::json::parse(*reference)["cases"];
  CHECK(cases.size() >= 3);
  for (const auto& one : cases) {
    const auto setup = setUp(one["character"].get<std::string>(), one["motion"].get<std::string>(),
                             one["retarget"].get<std::string>());
    REQUIRE(setup);
    CHECK(setup->motion.image_units == one["image_units"].get<double>());
    CHECK(setup->motion.frame_time == one["frame_time"].get<double>());
    CHECK(setup->motion.frames.size() == one["frames"].get<std::size_t>());
    CHECK(setup->motion.projections.size() == one["projection"].size());
    for (const auto& group : setup->motion.projections) {
      const bool frontal = group.projection == Projection::frontal;
      CHECK(one["projection"][group.group] == (frontal ? "frontal" : "sagittal"));
    }
    CHECK(one["poses"].size() >= 3);
    for (const auto& pose : one["poses"]) checkPose(pose, *setup);
  }
}

TEST_CASE("every motion and retarget file that comes with the characters can be used") {
  if (!test::sharedFolder()) return;
  const std::array<std::array<const char*, 3>, 7> combinations{{
      {"char1", "dab", "fair1_ppf"},
      {"char1", "jumping", "fair1_spf"},
      {"char2", "wave_hello", "fair1_ppf"},
      {"char2", "jumping_jacks", "cmu1_pfp"},
      {"char1", "jesse_dance", "mixamo_fff"},
      {"char4", "dab", "fair1_ppf"},
      {"char5", "wave_hello", "six_arms"},
  }};
  for (const auto& [character, motion, retargeting] : combinations) {
    const auto setup = setUp(character, motion, retargeting);
    CHECK_MESSAGE(setup, (setup ? std::string() : setup.error().message));
    if (!setup) continue;
    CHECK_MESSAGE(setup->motion.warnings.empty(), setup->motion.warnings.front());
  }
}

TEST_CASE("settings made for another figure or another recording are named errors") {
  if (!test::sharedFolder()) return;
  const auto legs = setUp("char4", "dab", "four_legs");
  REQUIRE(!legs);
  CHECK(legs.error().code == ErrorCode::not_found);
  CHECK(legs.error().message ==
        "char_joint_bvh_joints_mapping: the character has no joint \"left_foot_b\"; use settings "
        "made for this kind of character");
  const auto names = setUp("char1", "jesse_dance", "cmu1_pfp");
  REQUIRE(!names);
  CHECK(names.error().message.find("use settings made for this kind of motion") !=
        std::string::npos);
}

TEST_CASE("the clip poses the character's skeleton as the retargeted joints say") {
  if (!test::sharedFolder()) return;
  const auto setup = setUp("char1", "dab", "fair1_ppf");
  REQUIRE(setup);
  const Skeleton skeleton = *skeletonFromCharacter(setup->character);
  CHECK(skeleton.size() == setup->character.joints.size() - 1);
  const Clip clip = clipFromRetarget(setup->motion, skeleton);
  CHECK(validate(clip, skeleton));
  std::vector<Transform> pose(skeleton.size());
  std::vector<Affine3> model(skeleton.size());
  for (const std::size_t f : {0, 37, 200, 338}) {
    samplePose(clip, skeleton, double(f) * setup->motion.frame_time, pose);
    modelTransforms(skeleton, pose, model);
    for (std::size_t joint = 1; joint < setup->character.joints.size(); ++joint) {
      const int bone = skeleton.find(setup->motion.joints[joint]);
      REQUIRE(bone >= 0);
      const Vec3 tip = model[std::size_t(bone)] * skeleton[std::size_t(bone)].tail;
      CHECK(distance(xy(tip), setup->motion.positionOf(f, joint)) < 1e-9);
    }
  }
}
