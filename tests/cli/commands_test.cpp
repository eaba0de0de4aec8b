// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;

namespace {

const std::string limb = example("limb/limb.png");
const std::string limb_skeleton = example("limb/skeleton.json");
const std::string limb_clips = example("limb/clips.json");

// The limb as a document.
std::string rigLimb(const TemporaryFolder& folder) {
  const std::string path = folder.file("limb.glb");
  report({"rig", limb, "--skeleton", limb_skeleton, "--clips", limb_clips, "-o", path});
  return path;
}

void checkMeshFields(nlohmann::json& facts) {
  CHECK(facts["vertices"] > 10);
  CHECK(facts["triangles"] > 10);
  CHECK(facts["islands"] == 1);
  CHECK(facts["holes"] == 0);
  CHECK(facts["coverage"] == 1.0);
  CHECK(facts["overdraw"] >= 0.0);
  CHECK(facts["min_angle_deg"] >= 20.0);
}

vide::Image imageAt(const std::string& path) {
  const auto image = vide::readImage(path);
  REQUIRE(image.has_value());
  return *image;
}

}  // namespace

TEST_CASE("mesh writes a document, an OBJ or a picture, and says what it made") {
  const TemporaryFolder folder;
  for (const std::string name : {"a.glb", "a.obj", "a.png", "A.GLB"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    auto facts = report({"mesh", limb, "-o", path, "--detail", "0.3"});
    checkMeshFields(facts);
    CHECK(facts["written"] == nlohmann::json{path});
    CHECK(std::filesystem::file_size(path) > 100);
  }
  CHECK(folder.entries() == 4);
  const vide::Image picture = imageAt(limb), drawn = imageAt(folder.file("a.png"));
  CHECK(drawn.width == picture.width);
  CHECK(drawn.height == picture.height);
}

TEST_CASE("density options mean what they say") {
  const TemporaryFolder folder;
  const std::string out = folder.file("a.glb");
  const auto vertices = [&](const std::string& option, const std::string& value) {
    return report({"mesh", limb, "-o", out, option, value}).value("vertices", 0);
  };
  CHECK(vertices("--detail", "0.1") < vertices("--detail", "0.9"));
  CHECK(vertices("--edge-length", "40") < vertices("--edge-length", "8"));
  CHECK(vertices("--vertices", "60") <= 60);
}

TEST_CASE("rig binds a picture to its skeleton and keeps the clips") {
  const TemporaryFolder folder;
  auto facts =
      report({"rig", limb, "--skeleton", limb_skeleton, "--clips", limb_clips, "--influences", "2",
              "--bone-smoothness", "lower=30", "--dense-joints", "-o", folder.file("limb.glb")});
  checkMeshFields(facts);
  CHECK(facts["bones"] == 2);
  CHECK(facts["max_influences"] == 2);
  CHECK(facts["method"] == "geodesic");
  CHECK(facts["clips"] == 1);
  CHECK(facts["warnings"].empty());
  auto summary = report({"inspect", folder.file("limb.glb")});
  CHECK(summary["kind"] == "VIDE document");
  CHECK(summary["joints"] == 2);
  CHECK(summary["vertices"] == facts["vertices"]);
  CHECK(summary["triangles"] == facts["triangles"]);
  CHECK(summary["clips"].contains("curl"));
}

TEST_CASE("pose writes a picture, an OBJ or a document with the pose as a clip") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  for (const std::string name : {"a.png", "a.obj", "a.glb"}) {
    CAPTURE(name);
    auto facts = report({"pose", document, "--rotate", "lower=40", "--move", "upper=3,4", "--scale",
                         "lower=1.1", "-o", folder.file(name)});
    CHECK(facts["bones"] == 2);
    CHECK(facts["edits"] == 3);
  }
  auto clips = report({"inspect", folder.file("a.glb")})["clips"];
  CHECK(clips.contains("curl"));
  CHECK(clips.contains("pose"));
  auto frames =
      report({"render", folder.file("a.glb"), "--clip", "pose", "-o", folder.file("again.png")});
  CHECK(frames["frames"] == 1);
  CHECK(imageAt(folder.file("again.png")) == imageAt(folder.file("a.png")));
}

TEST_CASE("one option takes one value, so that the words after it keep their own meaning") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  auto facts = report({"pose", "--rotate", "lower=40", "--rotate", "upper=-10", document, "-o",
                       folder.file("a.png")});
  CHECK(facts["edits"] == 2);
}

TEST_CASE("render writes a clip in every kind of animation") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  for (const std::string name : {"a.gif", "a.png", "a.webp", "frames/", "more"}) {
    CAPTURE(name);
    auto facts = report({"render", document, "--clip", "curl", "--fps", "4", "--size", "60x50",
                         "-o", folder.file(name)});
    CHECK(facts["frames"] == 8);
    CHECK(facts["width"] == 60);
    CHECK(facts["height"] == 50);
    CHECK(facts["seconds_encode"] >= 0.0);
  }
  CHECK(contentOf(folder.file("a.gif")).starts_with("GIF89a"));
  CHECK(contentOf(folder.file("a.png")).find("acTL") != std::string::npos);
  CHECK(contentOf(folder.file("a.webp")).substr(8, 4) == "WEBP");
  for (const std::string sequence : {"frames", "more"}) {
    const vide::Image last = imageAt(folder.file(sequence + "/frame_0008.png"));
    CHECK(last.width == 60);
    CHECK_FALSE(std::filesystem::exists(folder.file(sequence + "/frame_0009.png")));
  }
}

TEST_CASE("a GIF that is faster than viewers play comes with a warning; other kinds do not") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  const auto warnings = [&](const std::string& name, const std::string& rate) {
    return report({"render", document, "--clip", "curl", "--size", "20x20", "--fps", rate, "-o",
                   folder.file(name)})["warnings"]
        .size();
  };
  CHECK(warnings("a.gif", "80") == 1);
  CHECK(warnings("a.gif", "50") == 0);
  CHECK(warnings("a.png", "80") == 0);
}

TEST_CASE("a background is a colour or a picture; a GIF stands on white unless told otherwise") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  const auto corner = [&](std::vector<std::string> more, const std::string& name) {
    std::vector<std::string> words = {"pose", document, "-o", folder.file(name)};
    words.insert(words.end(), more.begin(), more.end());
    report(words);
    const vide::Image image = imageAt(folder.file(name));
    return std::vector<int>(image.pixel(0, 0), image.pixel(0, 0) + 4);
  };
  CHECK(corner({}, "a.png") == std::vector<int>{0, 0, 0, 0});
  CHECK(corner({"--background", "#20a040"}, "b.png") == std::vector<int>{32, 160, 64, 255});
  CHECK(corner({"--background", folder.file("b.png")}, "c.png") ==
        std::vector<int>{32, 160, 64, 255});
}

TEST_CASE("inspect knows every kind of file it is shown") {
  CHECK(report({"inspect", limb})["kind"] == "picture");
  auto skeleton = report({"inspect", limb_skeleton});
  CHECK(skeleton["kind"] == "skeleton");
  CHECK(skeleton["names"] == nlohmann::json{"upper", "lower"});
}

TEST_CASE("inspect says which clips a file of clips holds") {
  auto facts = report({"inspect", limb_clips});
  CHECK(facts["kind"] == "clips");
  CHECK(facts["clips"].contains("curl"));
}

TEST_CASE("without --json a person reads what was written, and warnings go to standard error") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.glb");
  const CommandRun run = runVide({"mesh", limb, "-o", path});
  CHECK(run.status == 0);
  CHECK(run.out.starts_with("wrote " + path));
  CHECK(run.out.find("vertices: ") != std::string::npos);
  CHECK(run.err.empty());
}
