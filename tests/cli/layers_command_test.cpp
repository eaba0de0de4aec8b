// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

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

// The example's limbs, body and head as one flat picture and a mask for each part, a number before
// its name.
void flattenExample(const TemporaryFolder& folder) {
  auto drawing = readLayerFolder(example("tin/layers"));
  REQUIRE(drawing.has_value());
  std::erase_if(drawing->layers, [](const PictureLayer& layer) {
    return layer.name.starts_with("eyes") || layer.name == "antenna" || layer.name == "propeller";
  });
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
  REQUIRE(made["layers"].size() == 10);
  CHECK(made["layers"][3]["bones"] == nlohmann::json{"body"});
  CHECK(made["layers"][9]["name"] == "arm_front");
  CHECK(made["layers"][9]["bones"] == nlohmann::json{"upper_arm_l", "forearm_l"});
  CHECK(made["coverage"] == 1.0);
  CHECK(made["islands"] == 12);  // both eyes are two
  rigged(example("tin/tin.ora"), folder.file("b.glb"),
         {"--layers", example("tin/layers/layers.json")});
  CHECK(contentOf(folder.file("a.glb")) == contentOf(folder.file("b.glb")));
}

TEST_CASE("a flat picture is cut into layers by masks of its parts") {
  const TemporaryFolder folder;
  flattenExample(folder);
  const auto made =
      report({"rig", folder.file("flat.png"), "--skeleton", skeleton, "-o", folder.file("a.glb"),
              "--parts", folder.file("masks"), "--bind", "arm_front=upper_arm_l,forearm_l",
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

TEST_CASE("a picture of a clip's moment shows its images, its order and its looks") {
  const TemporaryFolder folder;
  const std::string document = folder.file("a.glb");
  rigged(example("tin/layers"), document);
  report({"render", document, "--clip", "peekaboo", "--framing", "canvas", "--fps", "10", "-o",
          folder.file("frames/")});
  for (const char* const time : {"0.2", "0.8", "2"}) {
    CAPTURE(time);
    const int frame = int(std::stod(time) * 10 + 1.5);
    const std::string number = std::to_string(frame);
    const auto expected = readImage(folder.file("frames/frame_") +
                                    std::string(4 - number.size(), '0') + number + ".png");
    REQUIRE(expected.has_value());
    const std::string at = folder.file("at.png"), of_pose = folder.file("pose.glb");
    const std::vector<std::string> moment{"--clip", "peekaboo", "--time", time};
    const auto pose = [&](const std::string& out, const std::vector<std::string>& more) {
      std::vector<std::string> words{"pose", document, "-o", out};
      words.insert(words.end(), moment.begin(), moment.end());
      words.insert(words.end(), more.begin(), more.end());
      report(words);
    };
    pose(at, {"--size", "360x480"});
    const auto picture = readImage(at);
    REQUIRE(picture.has_value());
    // The picture of a pose is framed by the pose; saved as a clip, it is on the canvas again.
    pose(of_pose, {});
    report({"render", of_pose, "--clip", "pose", "--framing", "canvas", "-o", at});
    CHECK(*readImage(at) == *expected);
  }
  checkRefused({"pose", document, "--clip", "", "-o", folder.file("x.png")}, {"no clip ''"});
}

TEST_CASE("a mesh of a moment has the layers that are seen, back to front") {
  const TemporaryFolder folder;
  const std::string document = folder.file("a.glb"), out = folder.file("a.obj");
  rigged(example("tin/layers"), document);
  const auto objects = [&] {
    std::vector<std::string> names;
    std::istringstream lines(contentOf(out));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("o ")) names.push_back(line.substr(2));
    }
    return names;
  };
  report({"pose", document, "--clip", "peekaboo", "--time", "0.8", "-o", out});
  const std::vector<std::string> behind_hands{"leg_back", "leg_front", "body",     "antenna",
                                              "head",     "eyes_shut", "arm_back", "arm_front"};
  CHECK(objects() == behind_hands);
  report({"pose", document, "-o", out});
  CHECK(objects().front() == "arm_back");
  CHECK(objects()[6] == "eyes_open");
}

TEST_CASE("a skin is worn, clips follow on each other, and what is not there is named") {
  const TemporaryFolder folder;
  const std::string document = folder.file("a.glb"), out = folder.file("b.png");
  rigged(example("tin/layers"), document);
  report({"render", document, "-o", folder.file("plain.png")});
  report({"render", document, "--skin", "flying", "-o", out});
  const auto plain = readImage(folder.file("plain.png")), flying = readImage(out);
  REQUIRE(plain.has_value());
  REQUIRE(flying.has_value());
  CHECK(plain->pixel(130, 24)[3] == 0);
  CHECK(flying->pixel(130, 24)[3] == 255);  // the propeller's wing
  CHECK(std::equal(plain->pixel(0, 70), plain->pixel(0, 480), flying->pixel(0, 70)));
  // Both clips to their end, a frame more for the last moment.
  const auto both = report(
      {"render", document, "--clip", "walk,wave", "--fade", "0.25", "--fps", "10", "-o", out});
  CHECK(both["frames"] == 27);
  checkRefused({"render", document, "--clip", "walk,swim", "-o", out}, {"'swim'", "peekaboo"});
  checkRefused({"render", document, "--skin", "diving", "-o", out}, {"'diving'", "flying"});
  checkRefused({"render", document, "--clip", "walk,wave", "--turntable", "-o", out},
               {"turntable", "one clip"});
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
