// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

const std::vector<std::string> commands = {"mesh",    "rig",    "weights", "placeholder", "pose",
                                           "animate", "render", "deform",  "inspect",     "studio"};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("every command explains itself with an example that starts with its name") {
  const CommandRun all = runVide({"--help"});
  CHECK(all.status == 0);
  CHECK(all.err.empty());
  for (const auto& command : commands) {
    CAPTURE(command);
    CHECK(all.out.find("\n  " + command + " ") != std::string::npos);
    const CommandRun help = runVide({command, "--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    CHECK(help.out.find("Example:\n  vide " + command + " ") != std::string::npos);
    CHECK(help.out.find("--json") != std::string::npos);
    CHECK(help.out.find("--threads") != std::string::npos);
  }
}

TEST_CASE("the version is one line") {
  const CommandRun run = runVide({"--version"});
  CHECK(run.status == 0);
  CHECK(std::ranges::count(run.out, '\n') == 1);
}

TEST_CASE("a command that does not exist is named, with those that do") {
  const CommandRun run = runVide({"paint", "fox.png"});
  CHECK(run.status == 2);
  CHECK(run.err.find("'paint' is not a command") != std::string::npos);
  for (const auto& command : commands) CHECK(run.err.find(command) != std::string::npos);
}

TEST_CASE("wrong usage of a command points to that command's help") {
  CHECK(runVide({"mesh"}).err.find("vide mesh --help") != std::string::npos);
  CHECK(runVide({}).err.find("vide --help") != std::string::npos);
}

TEST_CASE("words that do not fit a command are wrong usage: status 2, one line, nothing written") {
  const TemporaryFolder folder;
  const std::string out = folder.file("out.glb"), gif = folder.file("out.gif");
  const std::string image = example("limb/limb.png"), skeleton = example("limb/skeleton.json");
  const Words wrong[] = {
      {},
      {"paint"},
      {"mesh"},
      {"mesh", image},
      {"mesh", image, "-o"},
      {"mesh", image, "-o", out, "--unknown"},
      {"mesh", image, image, "-o", out},
      {"mesh", image, "-o", out, "--detail", "2"},
      {"mesh", image, "-o", out, "--detail", "much"},
      {"mesh", image, "-o", out, "--detail", "nan"},
      {"mesh", image, "-o", out, "--margin", "-1"},
      {"mesh", image, "-o", out, "--margin", "inf"},
      {"mesh", image, "-o", out, "--tolerance", "nan"},
      {"mesh", image, "-o", out, "--min-island", "nan"},
      {"mesh", image, "-o", out, "--edge-length", "0"},
      {"mesh", image, "-o", out, "--edge-length", "inf"},
      {"mesh", image, "-o", out, "--vertices", "-5"},
      {"mesh", image, "-o", out, "--vertices", "2"},
      {"mesh", image, "-o", out, "--detail", "0.5", "--edge-length", "9"},
      {"mesh", image, "-o", out, "--background-color", "#fff"},
      {"mesh", image, "-o", out, "--remove-background", "--background-color", "beige"},
      {"mesh", image, "-o", out, "--threads", "-1"},
      {"mesh", image, "-o", out, "--threads", "many"},
      {"rig", image, "-o", out},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--method", "magic"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--metric", "taxi"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--smoothness", "0"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--smoothness", "inf"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--influences", "0"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--bone-smoothness", "upper"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--bone-smoothness", "upper=-2"},
      {"pose", "doc.glb", "-o", out, "--time", "1"},
      {"pose", "doc.glb", "-o", out, "--size", "10"},
      {"pose", "doc.glb", "-o", out, "--size", "0x10"},
      {"pose", "doc.glb", "-o", out, "--size", "10x10"},
      {"pose", "doc.glb", "-o", "out.obj", "--show-bones"},
      {"render", "doc.glb", "-o", gif, "--clip", "a,b", "--fade", "-1"},
      {"pose", "doc.glb", "-o", out, "--rotate", "arm"},
      {"pose", "doc.glb", "-o", out, "--rotate", "arm=1,2"},
      {"pose", "doc.glb", "-o", out, "--rotate", "arm=nan"},
      {"pose", "doc.glb", "-o", out, "--move", "arm=1"},
      {"pose", "doc.glb", "-o", out, "--scale", "arm=1,2,3,4"},
      {"pose", "doc.glb", "-o", out, "--clip", "walk", "--time", "inf"},
      {"animate", "c.yaml", "-o", gif},
      {"animate", "c.yaml", "--motion", "m", "--retarget", "r", "-o", gif, "--deform", "wobble"},
      {"render", "doc.glb"},
      {"render", "doc.glb", "-o", gif, "--fps", "0"},
      {"render", "doc.glb", "-o", gif, "--fps", "nan"},
      {"render", "doc.glb", "-o", gif, "--quality", "101"},
      {"render", "doc.glb", "-o", gif, "--quality", "nan"},
      {"render", "doc.glb", "-o", gif, "--loops", "-1"},
      {"render", "doc.glb", "-o", gif, "--framing", "square"},
      {"render", "doc.glb", "-o", gif, "--lossless"},
      {"render", "doc.glb", "-o", gif, "--quality", "50"},
      {"render", "doc.glb", "-o", "out.webp", "--no-dither"},
      {"animate", "c.yaml", "--motion", "m", "--retarget", "r", "-o", "out.png", "--lossless"},
      {"rig", image, "--skeleton", skeleton, "-o", out, "--method", "straight", "--metric",
       "octile"},
      {"export", "doc.glb", "-o", out, "--godot", "3"},
      {"export", "doc.glb", "-o", "out.spine.json", "--godot", "3"},
      {"export", "doc.glb", "-o", out, "--atlas-size", "512"},
      {"export", "doc.glb", "-o", out, "--atlas-padding", "1"},
      {"export", "doc.glb", "-o", out, "--bake-constraints"},
      {"export", "doc.glb", "-o", "out.tscn", "--bake-constraints"},
      {"export", "doc.glb", "-o", "out.tscn", "--bake-morphs"},
      {"export", "doc.glb", "-o", "out_ske.json", "--bake-morphs"},
      {"export", "doc.glb", "-o", out, "--bake-fps", "12"},
      {"inspect"},
  };
  for (const Words& words : wrong) {
    std::string line = "vide";
    for (const auto& word : words) line += " " + word;
    CAPTURE(line);
    const CommandRun run = runVide(words);
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("vide: "));
    CHECK(std::ranges::count(run.err, '\n') == 1);
  }
  CHECK(folder.entries() == 0);
}

TEST_CASE("an output that cannot be written is refused before anything is read") {
  const TemporaryFolder folder;
  const std::string none = folder.file("none/"), glb = none + "out.glb", gif = none + "out.gif";
  writeText(folder.file("file"), "old");
  const Words early[] = {
      {"mesh", "no", "-o", glb},
      {"rig", "no", "--skeleton", "no", "-o", glb},
      {"weights", "no", "--skeleton", "no", "-o", glb},
      {"placeholder", "no", "-o", glb},
      {"pose", "no", "-o", glb},
      {"animate", "no", "--motion", "no", "--retarget", "no", "-o", gif},
      {"render", "no", "-o", none + "out.png"},
      {"render", "no", "--clip", "no", "-o", gif},
      {"deform", "no", "--handles", "no", "-o", none + "out.obj"},
  };
  for (const Words& words : early) checkRefused(words, {none, "folder", "No such file"});
  const std::string inside = folder.file("file/out/");
  checkRefused({"render", "no", "--clip", "no", "-o", inside}, {"vide: " + inside});
  checkRefused({"render", "no", "--clip", "no", "-o", ""}, {"output", "empty"});
  CHECK(folder.entries() == 1);
}
