// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"
#include "vide/io/layer_folder.hpp"

using namespace vide;
using namespace vide::test;

namespace {

const std::string skeleton = example("tin/skeleton.json");
const std::string clips = example("tin/clips.json");

nlohmann::json rigged(const std::string& input, const std::string& output,
                      const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"rig",     input, "--skeleton", skeleton,
                                    "--clips", clips, "-o",         output};
  words.insert(words.end(), more.begin(), more.end());
  return report(words);
}

// The example's layers as one flat picture and a mask for each part, a number before its name.
void flattenExample(const TemporaryFolder& folder) {
  const auto drawing = readLayerFolder(example("tin/layers"));
  REQUIRE(drawing.has_value());
  Image flat(drawing->width, drawing->height);
  std::filesystem::create_directory(folder.file("masks"));
  for (std::size_t i = 0; i < drawing->layers.size(); ++i) {
    const Image& layer = drawing->layers[i].image;
    Image mask = layer;
    for (std::size_t p = 0; p < mask.rgba.size(); p += 4) {
      if (layer.rgba[p + 3] > 127) std::copy_n(&layer.rgba[p], 4, &flat.rgba[p]);
      std::fill_n(&mask.rgba[p], 3, std::uint8_t(layer.rgba[p + 3] > 127 ? 255 : 0));
      mask.rgba[p + 3] = 255;
    }
    REQUIRE(writePng(
        folder.file("masks/") + std::to_string(i) + "_" + drawing->layers[i].name + ".png", mask));
  }
  REQUIRE(writePng(folder.file("flat.png"), flat));
}

}  // namespace

TEST_CASE("a folder of layers and the same as OpenRaster give the same document") {
  const TemporaryFolder folder;
  const auto made = rigged(example("tin/layers"), folder.file("a.glb"));
  CHECK(made["warnings"].empty());
  REQUIRE(made["layers"].size() == 6);
  CHECK(made["layers"][3]["bones"] == nlohmann::json{"body"});
  CHECK(made["layers"][5]["name"] == "arm_front");
  CHECK(made["layers"][5]["bones"] == nlohmann::json{"upper_arm_l", "forearm_l"});
  CHECK(made["coverage"] == 1.0);
  CHECK(made["islands"] == 6);
  rigged(example("tin/tin.ora"), folder.file("b.glb"),
         {"--layers", example("tin/layers/layers.json")});
  CHECK(contentOf(folder.file("a.glb")) == contentOf(folder.file("b.glb")));
}

TEST_CASE("a flat picture is cut into layers by masks of its parts") {
  const TemporaryFolder folder;
  flattenExample(folder);
  const auto made =
      rigged(folder.file("flat.png"), folder.file("a.glb"),
             {"--parts", folder.file("masks"), "--bind", "arm_front=upper_arm_l,forearm_l",
              "--bind", "arm_back=upper_arm_r,forearm_r"});
  REQUIRE(made["layers"].size() == 6);
  CHECK(made["warnings"].empty());
  CHECK(made["layers"][0]["name"] == "arm_back");
  CHECK(made["layers"][0]["bones"] == nlohmann::json{"upper_arm_r", "forearm_r"});
  // The shape of the body is whole although the arm lies over it: it has the outline of its mask.
  CHECK(made["islands"] == 6);
  CHECK(made["holes"] == 0);
}

TEST_CASE("the wave of the example moves the arm alone, in pictures too") {
  const TemporaryFolder folder;
  rigged(example("tin/layers"), folder.file("a.glb"));
  report({"render", folder.file("a.glb"), "-o", folder.file("rest.png")});
  report({"render", folder.file("a.glb"), "--clip", "wave", "--framing", "canvas", "--fps", "10",
          "-o", folder.file("frames/")});
  const auto rest = readImage(folder.file("rest.png"));
  const auto up = readImage(folder.file("frames/frame_0006.png"));
  REQUIRE(rest.has_value());
  REQUIRE(up.has_value());
  REQUIRE(rest->width == 360);
  REQUIRE(up->width == 360);
  // Below the head and left of the arm nothing changes; beside the body, where the arm hung, there
  // is nothing now.
  bool same = true;
  for (int row = 240; row < 480; ++row) {
    same = same && std::equal(rest->pixel(0, row), rest->pixel(200, row), up->pixel(0, row));
  }
  CHECK(same);
  CHECK(rest->pixel(286, 340)[3] == 255);
  CHECK(up->pixel(286, 340)[3] == 0);
  // Where it lay over the body, the body shows.
  CHECK(up->pixel(238, 270)[3] == 255);
  CHECK_FALSE(std::equal(up->pixel(238, 270), up->pixel(239, 270), rest->pixel(238, 270)));
}

TEST_CASE("words that do not go with the input are wrong usage") {
  const TemporaryFolder folder;
  const std::string out = folder.file("a.glb"), flat = example("pip/pip.png");
  const auto usage = [&](const std::vector<std::string>& more, const std::string& input) {
    std::vector<std::string> words = {"rig", input, "--skeleton", skeleton, "-o", out};
    words.insert(words.end(), more.begin(), more.end());
    const CommandRun run = runVide(words);
    CHECK(run.status == 2);
    CHECK(run.err.find(more[0]) != std::string::npos);
  };
  usage({"--bind", "arm=upper_arm_l"}, flat);
  usage({"--layers", "x.json"}, flat);
  usage({"--mask", flat}, example("tin/layers"));
  usage({"--remove-background"}, example("tin/tin.ora"));
  usage({"--parts", example("tin/layers")}, example("tin/tin.ora"));
  for (const char* word : {"arm", "=upper", "arm=", "arm=a,,b", "arm=a,"}) {
    usage({"--bind", word}, example("tin/layers"));
  }
}

TEST_CASE("layers and bones that are not there are bad input, and nothing is written") {
  const TemporaryFolder folder;
  const std::string out = folder.file("a.glb");
  const std::string layers = example("tin/layers");
  checkRefused({"rig", layers, "--skeleton", skeleton, "-o", out, "--bind", "leg=body"},
               {"'leg'", "arm_front"});
  checkRefused({"rig", layers, "--skeleton", skeleton, "-o", out, "--bind", "head=neck"},
               {"'neck'", "upper_arm_l"});
  checkRefused({"rig", folder.path(), "--skeleton", skeleton, "-o", out}, {"has no layers"});
  writeText(folder.file("bad.ora"), "not an archive");
  checkRefused({"rig", folder.file("bad.ora"), "--skeleton", skeleton, "-o", out},
               {"bad.ora", "ZIP"});
  CHECK_FALSE(std::filesystem::exists(out));
}
