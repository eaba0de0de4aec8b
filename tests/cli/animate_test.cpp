// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;

namespace {

// Which drawing follows which recording, and how many frames the settings ask of the recording.
struct Combination {
  std::string character, motion, retarget;
  int frames;
  int gif_stride = 1;  // how many recorded frames a GIF, which shows at most 50 a second, advances
};

const Combination combinations[] = {
    {"char1", "dab", "fair1_ppf", 339},
    {"char2", "jumping_jacks", "cmu1_pfp", 125},
    {"char4", "wave_hello", "fair1_ppf", 839, 3},
    {"char4", "jesse_dance", "mixamo_fff", 1007, 2},
    {"char5", "dab", "six_arms", 339},
    {"char1", "jumping", "fair1_spf", 504, 3},
};

std::vector<std::string> animate(const std::string& folder, const Combination& chosen,
                                 const std::string& output) {
  const std::string base = folder + "/data/2d/AnimatedDrawings/";
  return {"animate",    base + chosen.character + "/char_cfg.yaml",
          "--motion",   base + "motion/" + chosen.motion + ".yaml",
          "--retarget", base + "retarget/" + chosen.retarget + ".yaml",
          "--vertices", "120",
          "-o",         output};
}

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("drawings follow recordings, frame by frame, in both ways of deforming") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const TemporaryFolder folder;
  for (const Combination& chosen : combinations) {
    for (const std::string deform : {"arap", "skin"}) {
      CAPTURE(chosen.character);
      CAPTURE(chosen.motion);
      CAPTURE(deform);
      auto facts = report(with(animate(*shared, chosen, folder.file("a.gif")),
                               {"--deform", deform, "--size", "32x24"}));
      CHECK(facts["motion_frames"] == chosen.frames);
      CHECK(facts["frames"] == (chosen.frames + chosen.gif_stride - 1) / chosen.gif_stride);
      const bool warned = facts["warnings"].dump().find("a GIF cannot show") != std::string::npos;
      CHECK(warned == (chosen.gif_stride > 1));
      CHECK(facts["width"] == 32);
      CHECK(facts["height"] == 24);
      CHECK(facts["vertices"] > 20);
      CHECK(facts["triangles"] > 20);
      CHECK(facts["seconds_prepare"] >= 0.0);
      CHECK(facts["seconds_render"] >= 0.0);
      CHECK(facts["seconds_encode"] >= 0.0);
    }
  }
}

TEST_CASE("an animation is written in every kind, with the same bytes for any number of threads") {
  const auto shared = sharedFolder();
  if (!shared) return;
  const TemporaryFolder folder;
  const Combination& jacks = combinations[1];
  for (const std::string name : {"a.gif", "a.png", "a.webp", "frames/"}) {
    CAPTURE(name);
    auto facts = report(
        with(animate(*shared, jacks, folder.file(name)), {"--size", "60x60", "--threads", "1"}));
    CHECK(facts["written"] == nlohmann::json{folder.file(name)});
    if (name == "frames/") continue;
    report(with(animate(*shared, jacks, folder.file("b" + name)),
                {"--size", "60x60", "--threads", "3"}));
    CHECK((contentOf(folder.file(name)) == contentOf(folder.file("b" + name))));
  }
  CHECK(std::filesystem::exists(folder.file("frames/frame_0125.png")));
  CHECK_FALSE(std::filesystem::exists(folder.file("frames/frame_0126.png")));
  const auto first = vide::readImage(folder.file("frames/frame_0001.png"));
  REQUIRE(first.has_value());
  CHECK(first->width == 60);
  CHECK(first->pixel(0, 0)[3] == 0);
}
