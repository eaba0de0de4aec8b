// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/io/retarget_config.hpp"

using namespace vide;

namespace {

const std::string figure =
    "width: 40\nheight: 60\nskeleton:\n"
    "- {name: torso, loc: [21.5, 10], parent: hip}\n"
    "- {name: hip, loc: [20, 30], parent: root}\n"
    "- {name: root, loc: [20, 30], parent: null}\n";

const std::string motion =
    "filepath: walk.bvh\nstart_frame_idx: 2\nend_frame_idx: null\ngroundplane_joint: Foot\n"
    "forward_perp_joint_vectors:\n- - L\n  - R\nscale: 0.025\nup: +z\n";

const std::string retargeting =
    "char_starting_location: [0.5, -0.2, -0.5]\n"
    "bvh_projection_bodypart_groups:\n"
    "- {bvh_joint_names: [A, B], method: pca, name: All}\n"
    "- {bvh_joint_names: [C], method: sagittal, name: Side}\n"
    "char_bodypart_groups:\n- bvh_depth_drivers: [A]\n  char_joints: [hip, torso]\n"
    "char_bvh_root_offset:\n  bvh_projection_bodypart_group_for_offset: Side\n"
    "  bvh_joints: [[A, B]]\n  char_joints: [[hip, torso], [torso, hip]]\n"
    "char_joint_bvh_joints_mapping:\n  torso: !!python/tuple\n  - A\n  - B\n"
    "char_runtime_checks:\n- [above, torso, hip, root]\n";

// The text with `from` replaced by `to`.
std::string edited(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

template <class T>
std::string messageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("a character's joints come parents first, with its picture and mask") {
  const test::TemporaryFolder folder;
  const auto file = std::filesystem::path(folder.path()) / "char_cfg.yaml";
  write(file, figure);
  const auto config = readCharacterConfig(file.string());
  REQUIRE(config);
  CHECK(config->rig.width == 40);
  CHECK(config->rig.height == 60);
  REQUIRE(config->rig.joints.size() == 3);
  CHECK(config->rig.joints[0].name == "root");
  CHECK(config->rig.joints[2].name == "torso");
  CHECK(config->rig.joints[2].parent == 1);
  CHECK(config->rig.drawn(2) == Vec2{21.5, 50});
  CHECK(config->texture == (file.parent_path() / "texture.png").string());
  CHECK(config->mask.empty());
  CHECK(skeletonFromCharacter(*config)->size() == 2);
}

TEST_CASE("the settings of a motion") {
  const MotionConfig config = *parseMotionConfig(motion);
  CHECK(config.filepath == "walk.bvh");
  CHECK(config.settings.start_frame == 2);
  CHECK(!config.settings.end_frame);
  CHECK(config.settings.scale == 0.025);
  CHECK(config.settings.up == UpAxis::z);
  CHECK(config.settings.groundplane_joint == "Foot");
  REQUIRE(config.settings.forward_perp_joint_vectors.size() == 1);
  CHECK(config.settings.forward_perp_joint_vectors[0][1] == "R");
}

TEST_CASE("a recording is looked for beside the motion file and in the folders above") {
  const test::TemporaryFolder folder;
  const std::filesystem::path top = folder.path();
  const auto file = top / "a" / "b" / "motion.yaml";
  // A name that no folder above the temporary one has.
  const std::string name = "recording-of-this-test.bvh";
  std::string text = motion;
  text.replace(text.find("walk.bvh"), std::string("walk.bvh").size(), name);
  write(file, text);
  CHECK(contains(messageOf(readMotionConfig(file.string())), "there is no \"" + name + "\""));
  write(top / name, "above");
  CHECK(std::filesystem::equivalent(readMotionConfig(file.string())->filepath, top / name));
  write(top / "a" / "b" / name, "beside");
  CHECK(std::filesystem::equivalent(readMotionConfig(file.string())->filepath,
                                    top / "a" / "b" / name));
}

TEST_CASE("the settings of a retargeting") {
  const RetargetSettings settings = parseRetargetConfig(retargeting)->settings;
  CHECK(settings.starting_location == Vec3{0.5, -0.2, -0.5});
  REQUIRE(settings.projection_groups.size() == 2);
  CHECK(!settings.projection_groups[0].method);
  CHECK(settings.projection_groups[0].bvh_joints == std::vector<std::string>{"A", "B"});
  CHECK(settings.projection_groups[1].method == Projection::sagittal);
  CHECK(settings.draw_groups.at(0).char_joints == std::vector<std::string>{"hip", "torso"});
  CHECK(settings.root_offset.projection_group == "Side");
  CHECK(settings.root_offset.char_chains.size() == 2);
  REQUIRE(settings.mapping.size() == 1);
  CHECK(settings.mapping[0].char_joint == "torso");
  CHECK(settings.mapping[0].bvh_distal == "B");
  CHECK(settings.above_checks.at(0).from == "hip");
  CHECK(parseRetargetConfig(edited(retargeting, "sagittal", "saggital")));
}

TEST_CASE("what is wrong with a character file is named") {
  const auto broken = [](const std::string& from, const std::string& to) {
    return messageOf(parseCharacterConfig(edited(figure, from, to)));
  };
  CHECK(contains(broken("width: 40\n", ""), "\"width\" is missing"));
  CHECK(contains(broken("40", "-1"), "line 1: width is -1; it must be a whole number from 1"));
  CHECK(contains(broken("40", "1e400"), "not a number"));
  CHECK(contains(broken("40", "forty"), "width is \"forty\", not a number"));
  CHECK(contains(broken("[21.5, 10]", "[21.5]"), "line 4: loc has 1 entries; it needs 2"));
  CHECK(contains(broken("[21.5, 10]", "[21.5, .nan]"), "line 4: loc is \".nan\", not a number"));
  CHECK(contains(broken("parent: hip", "parent: leg"), "\"torso\" has the parent \"leg\""));
  CHECK(contains(broken("parent: root", "parent: torso"), "its own ancestor"));
  CHECK(contains(broken("parent: root", "parent: null"), "second root"));
  CHECK(contains(broken("name: torso", "name: hip"), "repeats the name"));
  CHECK(contains(broken("[21.5, 10]", "[21.5, 10"), "line "));
  CHECK(contains(messageOf(parseCharacterConfig("")), "expected a list of settings"));
  CHECK(contains(messageOf(parseCharacterConfig(figure, {.max_bytes = 10})), "max_bytes is 10"));
  CHECK(contains(messageOf(parseCharacterConfig(figure, {.max_joints = 2})), "needs 1 to 2"));
  CHECK(
      contains(messageOf(readCharacterConfig("/no/such/char_cfg.yaml")), "/no/such/char_cfg.yaml"));
}

TEST_CASE("what is wrong with a motion or retarget file is named") {
  const auto motionError = [](const std::string& from, const std::string& to) {
    return messageOf(parseMotionConfig(edited(motion, from, to)));
  };
  CHECK(contains(motionError("+z", "+x"), "up is \"+x\"; it must be +y or +z"));
  CHECK(
      contains(motionError("start_frame_idx: 2", "start_frame_idx: -1"), "start_frame_idx is -1"));
  CHECK(contains(motionError("scale: 0.025\n", ""), "\"scale\" is missing"));
  CHECK(contains(motionError("  - R\n", ""),
                 "line 6: a pair of forward_perp_joint_vectors has 1 "
                 "entries; it needs 2"));
  const auto retargetError = [](const std::string& from, const std::string& to) {
    return messageOf(parseRetargetConfig(edited(retargeting, from, to)));
  };
  CHECK(contains(retargetError("pca", "oblique"), "method is \"oblique\""));
  CHECK(contains(retargetError("above", "left"), "unknown kind \"left\"; it must be above"));
  CHECK(contains(retargetError("  - A\n  - B\n", "  - A\n"), "torso has 1 entries; it needs 2"));
  CHECK(contains(retargetError("method: pca, ", ""), "\"method\" is missing"));
  CHECK(contains(retargetError("[0.5, -0.2, -0.5]", "3"), "char_starting_location is not a list"));
}

TEST_CASE("nesting and aliases that grow without end are errors, and quick ones") {
  const std::string deep = "skeleton: " + std::string(100'000, '[');
  CHECK(!parseCharacterConfig(deep));
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 60; ++i) {
    const std::string last = "*a" + std::to_string(i - 1), own = "a" + std::to_string(i);
    bomb += own + ": &" + own + " [" + last + ", " + last + "]\n";
  }
  CHECK(contains(messageOf(parseCharacterConfig(bomb + "width: *a59\n")), "width"));
  CHECK(contains(messageOf(parseCharacterConfig("width: &a\n  - *a\n")), "line"));
}

TEST_CASE("every truncated prefix is an error or a smaller figure, never a crash") {
  for (std::size_t size = 0; size < figure.size(); ++size) {
    const auto config = parseCharacterConfig(std::string_view(figure).substr(0, size));
    if (config) CHECK(config->rig.joints.size() <= 3);
  }
  for (std::size_t size = 0; size < motion.size(); ++size) {
    const auto config = parseMotionConfig(std::string_view(motion).substr(0, size));
    if (config) CHECK(size + 3 >= motion.size());  // only the line "up: +z" may lose its end
  }
  const std::size_t checks = retargeting.find("char_runtime_checks");
  for (std::size_t size = 0; size + 1 < checks; ++size) {
    CHECK_MESSAGE(!parseRetargetConfig(std::string_view(retargeting).substr(0, size)), size);
  }
}
