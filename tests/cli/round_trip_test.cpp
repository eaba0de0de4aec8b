// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;

namespace {

vide::Image imageAt(const std::string& path) {
  const auto image = vide::readImage(path);
  REQUIRE(image.has_value());
  return *image;
}

std::string rigExample(const TemporaryFolder& folder, const std::string& name,
                       std::vector<std::string> more = {}) {
  const std::string document = folder.file(name + ".glb");
  std::vector<std::string> words = {"rig",        example(name + "/" + name + ".png"),
                                    "--skeleton", example(name + "/skeleton.json"),
                                    "--clips",    example(name + "/clips.json"),
                                    "-o",         document};
  words.insert(words.end(), more.begin(), more.end());
  report(words);
  return document;
}

struct Likeness {
  int worst = 0;         // the largest difference of a channel where the mesh covers a pixel whole
  double uncovered = 0;  // the share of the character's pixels that it covers in part
};

// `cover` is opaque where the mesh covers the whole pixel.
Likeness compare(const vide::Image& drawn, const vide::Image& picture, const vide::Image& cover) {
  Likeness found;
  double inside = 0;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    const bool covered = cover.rgba[i + 3] == 255, character = picture.rgba[i + 3] >= 128;
    inside += character;
    found.uncovered += character && !covered;
    // Where nothing is drawn colours mean nothing.
    for (std::size_t c = picture.rgba[i + 3] == 0 ? 3 : 0; covered && c < 4; ++c) {
      found.worst = std::max(found.worst, std::abs(int(drawn.rgba[i + c]) - picture.rgba[i + c]));
    }
  }
  found.uncovered /= inside;
  return found;
}

}  // namespace

TEST_CASE("a document at rest shows the picture it was made from") {
  const TemporaryFolder folder;
  for (const std::string name : {"limb", "pip"}) {
    CAPTURE(name);
    const std::string document = rigExample(folder, name);
    auto facts = report({"render", document, "-o", folder.file("still.png")});
    CHECK(facts["frames"] == 1);
    report({"render", document, "--surface", "weights", "-o", folder.file("cover.png")});
    const vide::Image still = imageAt(folder.file("still.png"));
    const vide::Image picture = imageAt(example(name + "/" + name + ".png"));
    REQUIRE(still.rgba.size() == picture.rgba.size());
    const Likeness found = compare(still, picture, imageAt(folder.file("cover.png")));
    CHECK(found.worst <= 1);
    CHECK(found.uncovered < 0.001);
  }
}

TEST_CASE("a pose taken from a clip is the frame that the clip shows then") {
  const TemporaryFolder folder;
  const std::string document = rigExample(folder, "limb");
  report({"render", document, "--clip", "curl", "--fps", "4", "--framing", "canvas", "-o",
          folder.file("frames/")});
  // Every edit of zero leaves the pose as it is; the document's canvas frames a saved pose.
  for (const auto& [time, frame] :
       {std::pair{"0", "frame_0001.png"}, std::pair{"0.5", "frame_0003.png"},
        std::pair{"1", "frame_0005.png"}}) {
    CAPTURE(time);
    report({"pose", document, "--clip", "curl", "--time", time, "-o", folder.file("pose.glb")});
    report({"render", folder.file("pose.glb"), "--clip", "pose", "--framing", "canvas", "-o",
            folder.file("pose/")});
    CHECK(imageAt(folder.file("pose/frame_0001.png")) == imageAt(folder.file("frames/") + frame));
  }
  CHECK(imageAt(folder.file("frames/frame_0001.png")) !=
        imageAt(folder.file("frames/frame_0005.png")));
}

TEST_CASE("a document that was posed and saved at rest is the same document") {
  const TemporaryFolder folder;
  const std::string document = rigExample(folder, "limb");
  report({"pose", document, "--rotate", "lower=10", "-o", folder.file("one.glb")});
  report({"pose", folder.file("one.glb"), "--rotate", "lower=10", "-o", folder.file("two.glb")});
  CHECK(contentOf(folder.file("one.glb")) == contentOf(folder.file("two.glb")));
}

TEST_CASE("results are the same bytes with any number of threads") {
  const TemporaryFolder folder;
  for (const std::string threads : {"1", "2", "5"}) {
    const std::string rigged = rigExample(folder, "limb", {"--threads", threads, "--dense-joints"});
    std::filesystem::rename(rigged, folder.file(threads + ".glb"));
    for (const std::string ending : {".gif", ".png", ".webp"}) {
      report({"render", folder.file(threads + ".glb"), "--clip", "curl", "--fps", "8", "--size",
              "80x60", "--threads", threads, "-o", folder.file(threads + ending)});
    }
  }
  for (const std::string ending : {".glb", ".gif", ".png", ".webp"}) {
    CAPTURE(ending);
    const std::string first = contentOf(folder.file("1" + ending));
    CHECK_FALSE(first.empty());
    CHECK((contentOf(folder.file("2" + ending)) == first));
    CHECK((contentOf(folder.file("5" + ending)) == first));
  }
}
