// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// A document of the limb with its clip, and a list that shows it three times.
struct Workshop {
  TemporaryFolder folder;
  std::string list = folder.file("jobs.json"), out = folder.file("out");

  Workshop() {
    report({"rig", example("limb/limb.png"), "--skeleton", example("limb/skeleton.json"), "--clips",
            example("limb/clips.json"), "-o", folder.file("limb.glb")});
    writeText(list, R"({"defaults": {"document": "limb.glb", "clip": "curl", "size": [60, 40],
                                     "fps": 5},
                        "jobs": [{"output": "a.gif"}, {"output": "b.gif", "fps": 6},
                                 {"output": "c/"}]})");
  }
};

}  // namespace

TEST_CASE("a batch makes its jobs, and a second time keeps them") {
  const Workshop shop;
  auto made = report({"batch", shop.list, "-o", shop.out});
  CHECK(made["jobs"] == 3);
  CHECK(made["made"] == 3);
  CHECK(made["written"].size() == 3);
  CHECK(std::filesystem::exists(shop.out + "/c/frame_0010.png"));
  made = report({"batch", shop.list, "-o", shop.out});
  CHECK(made["kept"] == 3);
  CHECK(made["written"].empty());
  made = report({"batch", shop.list, "-o", shop.out, "--shard", "2/2"});
  CHECK(made["jobs"] == 1);
  CHECK(made["kept"] == 1);
}

TEST_CASE("failed jobs give exit status 1 and a report that names them; the others are made") {
  const Workshop shop;
  writeText(shop.list, R"({"defaults": {"document": "limb.glb", "size": [60, 40]},
                           "jobs": [{"output": "a.gif", "clip": "none"},
                                    {"output": "b.gif", "clip": "curl", "fps": 5},
                                    {"output": "c.gif", "document": "gone.glb"}]})");
  const CommandRun run = runVide({"batch", shop.list, "-o", shop.out, "--json"});
  CHECK(run.status == 1);
  CHECK(run.err.find("2 of 3 jobs failed") != std::string::npos);
  const auto told = nlohmann::json::parse(run.out);
  CHECK(told["made"] == 1);
  REQUIRE(told["failures"].size() == 2);
  CHECK(told["failures"][0]["output"] == "a.gif");
  CHECK(told["failures"][0]["error"].get<std::string>().find("'none'") != std::string::npos);
  CHECK(told["failures"][1]["output"] == "c.gif");
  CHECK(std::filesystem::exists(shop.out + "/b.gif"));
  CHECK_FALSE(std::filesystem::exists(shop.out + "/a.gif"));
}

TEST_CASE("documents and clips in two folders go together") {
  const Workshop shop;
  for (const char* name : {"characters", "motions"}) {
    std::filesystem::create_directory(shop.folder.file(name));
  }
  std::filesystem::copy(shop.folder.file("limb.glb"), shop.folder.file("characters/limb.glb"));
  std::filesystem::copy(example("limb/clips.json"), shop.folder.file("motions/curl.json"));
  report({"batch", "--characters", shop.folder.file("characters"), "--motions",
          shop.folder.file("motions"), "--size", "60x40", "--format", ".webp", "-o", shop.out});
  CHECK(std::filesystem::exists(shop.out + "/limb-curl.webp"));
}

TEST_CASE("words of a batch that make no sense are wrong usage") {
  const Workshop shop;
  const auto usage = [&](const std::vector<std::string>& more, const std::string& part) {
    std::vector<std::string> words = {"batch", "-o", shop.out};
    words.insert(words.end(), more.begin(), more.end());
    const CommandRun run = runVide(words);
    CAPTURE(part);
    CHECK(run.status == 2);
    CHECK_MESSAGE(run.err.find(part) != std::string::npos, run.err);
  };
  usage({}, "JOBS");
  for (const char* shard : {"0/3", "4/3", "3", "1/", "/2", "a/b", "1/2x", "-1/2"}) {
    usage({shop.list, "--shard", shard}, "I/N");
  }
  for (const char* frames : {"0-3", "4-3", "3", "1-"}) {
    usage({shop.list, "--frames", frames}, "FIRST-LAST");
  }
  usage({shop.list, "--split", "frames"}, "--shard");
  usage({shop.list, "--shard", "1/2", "--split", "frames", "--frames", "1-3"}, "--frames");
  usage({"--characters", shop.out}, "--motions");
  usage({shop.list, "--characters", shop.out, "--motions", shop.out}, "excludes");
  usage({shop.list, "--size", "3x3"}, "--characters");
}

TEST_CASE("lists that cannot be meant are bad input that names the job") {
  const Workshop shop;
  checkRefused({"batch", shop.folder.file("none.json"), "-o", shop.out}, {"none.json"});
  checkRefused({"batch", shop.list, "-o", shop.out, "--frames", "1-3"}, {"job 0", "single file"});
  writeText(shop.list, R"({"jobs": [{"output": "../a.gif", "document": "limb.glb"}]})");
  checkRefused({"batch", shop.list, "-o", shop.out}, {"jobs.json", "job 0", "../a.gif"});
}
