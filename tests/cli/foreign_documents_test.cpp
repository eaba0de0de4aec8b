// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/cli/command_run.hpp"
#include "tests/formats/foreign_files.hpp"
#include "tests/formats/foreign_samples.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;

namespace {

// A bone that rises through the limb's picture, on its way towards the viewer.
const std::string skeleton_in_space =
    R"({"asset":{"version":"2.0"},"nodes":[)"
    R"({"name":"upper","translation":[30,30,0],"children":[1]},)"
    R"({"name":"lower","translation":[40,5,20],"children":[2]},)"
    R"({"name":"end","translation":[40,5,20]}],"skins":[{"joints":[0,1,2]}]})";

// How many pixels show something.
std::size_t shown(const std::string& path) {
  const auto image = vide::readImage(path);
  REQUIRE(image.has_value());
  std::size_t count = 0;
  for (std::size_t i = 3; i < image->rgba.size(); i += 4) count += image->rgba[i] > 0;
  return count;
}

}  // namespace

TEST_CASE("a picture is rigged with the skeleton of another program's glTF") {
  const TemporaryFolder folder;
  writeText(folder.file("bones.gltf"), skeleton_in_space);
  const std::string out = folder.file("limb.glb");
  auto facts =
      report({"rig", example("limb/limb.png"), "--skeleton", folder.file("bones.gltf"), "-o", out});
  CHECK(facts["bones"] == 3);
  report({"pose", out, "--rotate", "lower=30", "-o", folder.file("a.png")});
  CHECK(shown(folder.file("a.png")) > 100);
}

TEST_CASE("a character of another program is inspected, posed, rendered and saved whole") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const TemporaryFolder folder;
  const std::string fox = *shared + "/data/3d/Fox/Fox.glb", posed = folder.file("posed.glb");
  const auto before = report({"inspect", fox});
  report({"pose", fox, "--rotate", "b_Head_05=40", "-o", posed});
  auto after = report({"inspect", posed});
  CHECK(after["triangles"] == before["triangles"]);
  CHECK(after["joints"] == before["joints"]);
  CHECK(after["clips"].contains("Walk"));
  CHECK(after["clips"].contains("pose"));
  for (const std::string name : {"rest.png", "posed.png"}) {
    std::vector<std::string> words{"pose", fox, "-o", folder.file(name)};
    if (name == "posed.png") words.insert(words.end(), {"--rotate", "b_Head_05=40"});
    report(words);
    CHECK(shown(folder.file(name)) > 100);
  }
  CHECK(contentOf(folder.file("rest.png")) != contentOf(folder.file("posed.png")));
  auto frames = report({"render", posed, "--clip", "Walk", "--fps", "4", "--size", "60x50", "-o",
                        folder.file("walk/")});
  CHECK(frames["frames"].get<int>() >= 2);
  CHECK(shown(folder.file("walk/frame_0001.png")) > 100);
  CHECK(contentOf(folder.file("walk/frame_0001.png")) !=
        contentOf(folder.file("walk/frame_0002.png")));
}

TEST_CASE("a document in space turns, shows its shape alone, and takes shapes by name") {
  const TemporaryFolder folder;
  const auto bytes = morphedFile("LINEAR");
  const std::string path = folder.file("a.glb");
  writeText(path, std::string(bytes.begin(), bytes.end()));
  CHECK(report({"inspect", path})["morph_targets"] == 6);
  const auto turn = report({"render", path, "--turntable", "--turn-seconds", "1", "--fps", "4",
                            "--size", "40x40", "-o", folder.file("turn/")});
  CHECK(turn["frames"] == 4);
  CHECK(contentOf(folder.file("turn/frame_0001.png")) !=
        contentOf(folder.file("turn/frame_0002.png")));
  report({"render", path, "--surface", "clay", "--yaw", "20", "-o", folder.file("clay.png")});
  CHECK(shown(folder.file("clay.png")) > 100);
  report({"pose", path, "-o", folder.file("rest.png")});
  report({"pose", path, "--shape", "pull=1", "-o", folder.file("pulled.png")});
  CHECK(contentOf(folder.file("rest.png")) != contentOf(folder.file("pulled.png")));
  report({"pose", path, "--shape", "pull=1", "-o", folder.file("pulled.glb")});
  const auto after = report({"inspect", folder.file("pulled.glb")});
  CHECK(after["clips"].contains("pose"));
  CHECK(after["clips"].contains("breathe"));
  checkRefused({"pose", path, "--shape", "frown=1", "-o", folder.file("x.png")},
               {path, "'frown'", "lift"});
}

TEST_CASE("bones and clips that another program's file lacks are refused by name") {
  const TemporaryFolder folder;
  Parts parts;
  const std::string members = variedMembers(parts);
  const auto bytes = parts.glb(members);
  const std::string path = folder.file("a.glb");
  writeText(path, std::string(bytes.begin(), bytes.end()));
  checkRefused({"render", path, "--clip", "swim", "-o", folder.file("a.gif")},
               {path, "'swim'", "wave"});
  writeText(path, std::string(bytes.begin(), bytes.end() - 40));
  checkRefused({"render", path, "--clip", "wave", "-o", folder.file("a.gif")}, {path});
  CHECK(folder.entries() == 1);
}
