// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/cli/drawn_pictures.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

const std::string limb = example("limb/limb.png");
const std::string limb_skeleton = example("limb/skeleton.json");

std::string bone(const std::string& name, int parent, const std::string& head,
                 const std::string& tail) {
  return R"({"name": ")" + name + R"(", "parent": )" + std::to_string(parent) + R"(, "head": )" +
         head + R"(, "tail": )" + tail + "}";
}

struct BadText {
  std::string text;
  std::vector<std::string> parts;  // of the message
};

// What a rig says beside being done.
std::string warningsOf(const std::string& image, const std::string& skeleton,
                       const std::string& output) {
  auto facts = report({"rig", image, "--skeleton", skeleton, "-o", output});
  CHECK(std::filesystem::exists(output));
  return facts["warnings"].dump();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("skeletons that cannot be are refused with the bone and what is wrong with it") {
  const TemporaryFolder folder;
  const std::string path = folder.file("bones.json"), out = folder.file("out.glb");
  const std::string a = bone("a", -1, "[60,70,0]", "[210,70,0]");
  const BadText all[] = {
      {"", {"not JSON"}},
      {"[]", {"bone"}},
      {"{}", {"list"}},
      {"[\n" + a + ",\n{\"name\"", {"line 3", "not JSON"}},
      {"[" + a + "," + bone("a", 0, "[210,70,0]", "[370,70,0]") + "]", {"\"a\"", "name"}},
      {"[" + bone("a", 1, "[0,0,0]", "[9,0,0]") + "," + bone("b", 0, "[9,0,0]", "[20,0,0]") + "]",
       {"cycle"}},
      {"[" + bone("a", 5, "[0,0,0]", "[9,0,0]") + "]", {"parent 5", "does not exist"}},
      {"[" + bone("a", -1, "[60,70,0]", "[60,70,0]") + "]", {"\"a\"", "no length"}},
      {"[" + bone("", -1, "[60,70,0]", "[90,70,0]") + "]", {"no name"}},
      {"[" + bone("a", -1, "[NaN,70,0]", "[60,70,0]") + "]", {"line 1"}},
      {"[" + bone("a", -1, "[1e300,70,0]", "[60,70,0]") + "]", {"\"a\"", "not finite"}},
      {"[" + bone("a", -1, "[60,\"x\",0]", "[60,70,0]") + "]", {"head"}},
      {"[{\"name\": \"a\", \"parent\": -1, \"head\": [0,0,0]}]", {"tail"}},
  };
  for (const BadText& bad : all) {
    CAPTURE(bad.text);
    writeText(path, bad.text);
    std::vector<std::string> parts = bad.parts;
    parts.push_back(path + ": ");
    checkRefused({"rig", limb, "--skeleton", path, "-o", out}, parts);
    checkRefused({"inspect", path}, parts);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("a skeleton that is missing, a folder, of another kind or has no bone to follow") {
  const TemporaryFolder folder;
  const std::string out = folder.file("out.glb"), still = folder.file("still.json");
  const auto refuse = [&](const std::string& skeleton, const std::vector<std::string>& parts) {
    checkRefused({"rig", limb, "--skeleton", skeleton, "-o", out}, parts);
  };
  std::filesystem::create_directory(folder.file("folder.json"));
  writeText(folder.file("bones.txt"), "a");
  writeText(still,
            R"([{"name": "a", "parent": -1, "head": [0,0,0], "tail": [9,0,0], "deform": false}])");
  refuse(folder.file("none.json"), {folder.file("none.json")});
  refuse(folder.file("folder.json"), {folder.file("folder.json"), "folder"});
  refuse(folder.file("bones.txt"), {folder.file("bones.txt"), ".json"});
  refuse(limb, {limb, ".json"});
  refuse(example("limb/clips.json"), {example("limb/clips.json"), "list"});
  refuse(still, {"no bone deforms"});
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("clips that do not fit the skeleton are refused with their place") {
  const TemporaryFolder folder;
  const std::string out = folder.file("out.glb"), clips = folder.file("clips.json");
  const auto refuse = [&](const std::string& text, const std::vector<std::string>& parts) {
    writeText(clips, text);
    checkRefused({"rig", limb, "--skeleton", limb_skeleton, "--clips", clips, "-o", out}, parts);
  };
  refuse("", {clips, "line 1"});
  refuse("[]", {clips, "object"});
  refuse(R"({"clips": [{"name": "walk", "duration": 1, "bones": {"wing": {}}}]})",
         {clips, "walk", "wing"});
  refuse(R"({"clips": [{"name": "walk", "duration": -1, "bones": {}}]})", {clips, "walk"});
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("a smoothness for a bone that does not exist is refused with its name") {
  const TemporaryFolder folder;
  checkRefused({"rig", limb, "--skeleton", limb_skeleton, "--bone-smoothness", "wing=4", "-o",
                folder.file("out.glb")},
               {"'wing'", "upper, lower"});
}

TEST_CASE("bones outside the picture act from the nearest place inside, and are named") {
  const TemporaryFolder folder;
  const std::string path = folder.file("bones.json"), out = folder.file("out.glb");
  writeText(path, "[" + bone("far", -1, "[900,900,0]", "[950,900,0]") + "]");
  CHECK(contains(warningsOf(limb, path, out), "far"));
  writeText(path, "[" + bone("half", -1, "[60,500,0]", "[210,70,0]") + "]");
  CHECK(contains(warningsOf(limb, path, out), "half"));
}

TEST_CASE("a bone in a hole acts from the hole's rim, and is named") {
  const TemporaryFolder folder;
  const std::string ring = folder.file("ring.png"), path = folder.file("bones.json");
  drawPicture(ring, 60, 60, [](int x, int y) {
    const int square = (x - 30) * (x - 30) + (y - 30) * (y - 30);
    return square > 100 && square < 800;
  });
  writeText(path, "[" + bone("inner", -1, "[30,30,0]", "[32,30,0]") + "," +
                      bone("joint", -1, "[30,30,0]", "[52,30,0]") + "]");
  const std::string warnings = warningsOf(ring, path, folder.file("out.glb"));
  CHECK(contains(warnings, "inner"));
  CHECK(contains(warnings, "joint"));
}

TEST_CASE("an island without a bone follows the nearest, and is named with its place") {
  const TemporaryFolder folder;
  const std::string two = folder.file("two.png"), path = folder.file("bones.json");
  drawPicture(two, 60, 30,
              [](int x, int y) { return inBox(x, y, 5, 5, 25, 25) || inBox(x, y, 35, 5, 55, 25); });
  writeText(path, "[" + bone("left", -1, "[10,15,0]", "[20,15,0]") + "]");
  const std::string warnings = warningsOf(two, path, folder.file("out.glb"));
  CHECK(contains(warnings, "(45"));
  CHECK(contains(warnings, "left"));
}

TEST_CASE("a warning is one line on standard error, whatever is in a name") {
  const TemporaryFolder folder;
  const std::string path = folder.file("bones.json");
  writeText(path, "[" + bone("far\\n\\u001b[31maway", -1, "[900,900,0]", "[950,900,0]") + "]");
  const CommandRun run = runVide({"rig", limb, "--skeleton", path, "-o", folder.file("out.glb")});
  CHECK(run.status == 0);
  CHECK(run.err.starts_with("vide: warning: "));
  CHECK(std::ranges::count(run.err, '\n') == 1);
  CHECK_FALSE(contains(run.err, "\x1b"));
}

TEST_CASE("bones that lie on one another share what they pull") {
  const TemporaryFolder folder;
  const std::string path = folder.file("bones.json"), out = folder.file("out.glb");
  writeText(path, "[" + bone("a", -1, "[60,70,0]", "[210,70,0]") + "," +
                      bone("b", 0, "[60,70,0]", "[210,70,0]") + "]");
  CHECK(warningsOf(limb, path, out) == "[]");
  report({"pose", out, "--rotate", "b=30", "-o", folder.file("pose.png")});
}
