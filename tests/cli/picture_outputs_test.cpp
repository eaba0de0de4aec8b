// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/command_run.hpp"
#include "tests/support/own_ffmpeg.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// The example's figure with its clips "walk" and "wave".
std::string rigPip(const TemporaryFolder& folder) {
  const std::string out = folder.file("pip.glb");
  report({"rig", example("pip/pip.png"), "--skeleton", example("pip/skeleton.json"), "--clips",
          example("pip/clips.json"), "--detail", "0.1", "-o", out});
  return out;
}

Words render(const std::string& document, const std::string& output, const Words& more) {
  Words words{"render", document, "--size", "40x50", "-o", output};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json jsonIn(const std::string& path) { return json::parse(contentOf(path)); }

// The tags' names in their order.
std::vector<std::string> tagsOf(const json& sheet) {
  std::vector<std::string> names;
  for (const auto& tag : sheet["meta"]["frameTags"]) names.push_back(tag["name"]);
  return names;
}

constexpr auto copier = R"(for word; do out=$word; done; exec /bin/cat > "${out#file:}")";

// Wrong usage: status 2, one line that names `part`.
void checkWrong(const Words& words, const std::string& part) {
  const CommandRun run = runVide(words);
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::ranges::count(run.err, '\n') == 1);
  CHECK(run.err.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a sprite sheet holds all clips or those that are named, each with its tag") {
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder), out = folder.file("pip.json");
  auto facts = report(render(pip, out, {"--fps", "5"}));
  CHECK(facts["written"] == json{folder.file("pip.png"), out});
  CHECK(facts["frames"] == 17);  // a second, and 2.4
  json sheet = jsonIn(out);
  CHECK(tagsOf(sheet) == std::vector<std::string>{"walk", "wave"});
  CHECK(sheet["frames"].size() == 17);
  CHECK(sheet["frames"].contains("walk_0005"));
  CHECK(sheet["frames"]["walk_0001"]["sourceSize"] == json{{"w", 40}, {"h", 50}});
  CHECK(sheet["frames"]["walk_0001"]["duration"] == 200);
  const auto page = vide::readImage(folder.file("pip.png"));
  REQUIRE(page.has_value());
  CHECK(sheet["meta"]["size"] == json{{"w", page->width}, {"h", page->height}});

  report(render(pip, out, {"--fps", "5", "--clip", "wave,walk", "--sheet-frames", "array"}));
  sheet = jsonIn(out);
  CHECK(tagsOf(sheet) == std::vector<std::string>{"wave", "walk"});
  CHECK(sheet["frames"].is_array());
  report(render(pip, out, {"--fps", "5", "--clip", "walk"}));
  CHECK(tagsOf(jsonIn(out)) == std::vector<std::string>{"walk"});
}

TEST_CASE("a sheet's pages are as large as is asked, and all are told of") {
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder), out = folder.file("pip.json");
  const auto facts = report(render(pip, out, {"--atlas-size", "128", "--atlas-padding", "5"}));
  const std::size_t pages = facts["written"].size() / 2;
  CHECK(pages > 1);
  CHECK(facts["written"].back() == out);
  CHECK(jsonIn(out)["meta"]["related_multi_packs"].size() == pages - 1);
  for (const std::string path : facts["written"]) {
    if (!path.ends_with(".png")) continue;
    const auto page = vide::readImage(path);
    REQUIRE(page.has_value());
    CHECK(std::max(page->width, page->height) <= 128);
    for (int i = 0; i < 5; ++i) CHECK(page->pixel(i, page->height / 2)[3] == 0);
  }
  Words large = render(pip, folder.file("large.json"), {"--atlas-size", "64"});
  large[3] = "400x500";
  checkRefused(large, {"large.json", "64 x 64", "--atlas-size"});
  CHECK_FALSE(fs::exists(folder.file("large.json")));
  CHECK_FALSE(fs::exists(folder.file("large.png")));
}

TEST_CASE("a document without clips makes no sheet, unless it turns") {
  const TemporaryFolder folder;
  const std::string still = folder.file("still.glb"), out = folder.file("still.json");
  report({"mesh", example("limb/limb.png"), "-o", still});
  checkRefused({"render", still, "-o", out}, {still, "no clips"});
  checkRefused({"render", still, "--clip", "walk", "-o", out}, {still, "walk"});
  const std::string solid = folder.file("cube.obj");
  writeText(solid, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  report({"placeholder", example("limb/skeleton.json"), "-o", folder.file("body.glb")});
  report({"render", folder.file("body.glb"), "--turntable", "--turn-seconds", "1", "--fps", "4",
          "--size", "30x30", "-o", out});
  CHECK(tagsOf(jsonIn(out)) == std::vector<std::string>{"turntable"});
}

TEST_CASE("videos are written by ffmpeg, whatever the frames' sides") {
  const OwnFfmpeg ffmpeg(copier);
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder);
  auto facts = report(render(pip, folder.file("a.webm"), {"--clip", "walk", "--fps", "3"}));
  CHECK(facts["frames"] == 3);
  CHECK(facts["warnings"].empty());
  CHECK(facts["written"] == json{folder.file("a.webm")});
  CHECK(fs::file_size(folder.file("a.webm")) == 3 * 4 * 40 * 50);

  facts =
      report(render(pip, folder.file("a.mp4"),
                    {"--clip", "walk", "--fps", "3", "--background", "#ff0", "--quality", "50"}));
  CHECK(facts["warnings"].empty());
  Words odd = render(pip, folder.file("b.mp4"), {"--clip", "walk", "--fps", "3"});
  odd[3] = "41x51";
  facts = report(odd);
  CHECK(facts["warnings"].size() == 2);  // white ground, even sides
  CHECK(fs::file_size(folder.file("b.mp4")) == 3 * 4 * 42 * 52);
}

TEST_CASE("what keeps a video from being written is one line, and the old file stays") {
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder), out = folder.file("a.mp4");
  writeText(out, "old");
  const Words words = render(pip, out, {"--clip", "walk"});
  {
    const OwnFfmpeg none("");
    checkRefused(words, {out, "ffmpeg", "apt install ffmpeg"});
    // Before anything is read.
    checkRefused({"render", "no", "--clip", "no", "-o", out}, {out, "apt install ffmpeg"});
  }
  {
    const OwnFfmpeg broken("echo \"Unknown encoder 'libx264'\" >&2; exit 1");
    checkRefused(words, {out, "ffmpeg failed: Unknown encoder 'libx264'"});
  }
  CHECK(contentOf(out) == "old");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a program that is started with SIGCHLD ignored writes videos, too") {
  const OwnFfmpeg ffmpeg(copier);
  const TemporaryFolder folder;
  Words words = render(rigPip(folder), folder.file("a.webm"), {"--clip", "walk"});
  words.insert(words.begin(), VIDE_PROGRAM);
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  ::posix_spawn_file_actions_init(&quiet);
  ::posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = -1;
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const int trouble = ::posix_spawn(&process, VIDE_PROGRAM, &quiet, nullptr, list.data(), environ);
  std::signal(SIGCHLD, before);
  ::posix_spawn_file_actions_destroy(&quiet);
  REQUIRE(trouble == 0);
  int status = -1;
  CHECK(::waitpid(process, &status, 0) == process);
  CHECK(status == 0);
  CHECK(fs::exists(folder.file("a.webm")));
}

TEST_CASE("a signal ends ffmpeg too, and leaves nothing") {
  const TemporaryFolder folder, notes;
  const std::string pip = rigPip(folder);
  // Once it is being fed it sends the signal that the terminal would.
  const OwnFfmpeg ffmpeg(
      "echo $$ > " + notes.file("process") +
      "; /usr/bin/head -c 20000 >/dev/null; kill -TERM $PPID; exec /bin/sleep 60");
  const CommandRun run = runVide(render(pip, folder.file("a.webm"), {"--clip", "walk"}));
  CHECK(run.status == 143);
  CHECK(std::ranges::count(run.err, '\n') == 1);
  CHECK(folder.entries() == 1);
  const int process = std::atoi(contentOf(notes.file("process")).c_str());
  REQUIRE(process > 0);
  CHECK(::kill(process, 0) != 0);
}

TEST_CASE("outputs in places that cannot be written to are refused before anything is read") {
  const OwnFfmpeg ffmpeg(copier);
  const TemporaryFolder folder;
  const std::string none = folder.file("none/");
  for (const std::string name : {"a.json", "a.mp4", "a.webm"}) {
    checkRefused({"render", "no", "--clip", "no", "-o", none + name}, {none, "folder"});
  }
  fs::create_directory(folder.file("taken.png"));
  checkRefused({"render", "no", "-o", folder.file("taken.json")}, {"taken.png", "folder"});
  if (::geteuid() != 0) {  // who may write anywhere
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    for (const std::string name : {"a.json", "a.mp4", "a.webm", "a/"}) {
      checkRefused({"render", "no", "--clip", "no", "-o", folder.file(name)}, {folder.file(name)});
    }
  }
}

TEST_CASE("a full disk is told, and nothing takes the output's name") {
  // The largest file that the shell lets the program write: as if the disk were full.
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder);
  for (const std::string name : {"a.json", "a.gif", "a.webp", "frames/"}) {
    CAPTURE(name);
    const std::string line = "ulimit -f 4; exec '" VIDE_PROGRAM "' render " + pip +
                             " --clip walk -o " + folder.file(name) + " 2>" + folder.file("said") +
                             " >/dev/null";
    CHECK(std::system(line.c_str()) != 0);
    const std::string said = contentOf(folder.file("said"));
    CHECK(said.find("File too large") != std::string::npos);
    CHECK(std::ranges::count(said, '\n') == 1);
    CHECK(folder.entries() == 2);
  }
}

TEST_CASE("frames that an earlier run left in a folder are told of") {
  const TemporaryFolder folder;
  const std::string pip = rigPip(folder), out = folder.file("frames/");
  CHECK(report(render(pip, out, {"--clip", "walk", "--fps", "8"}))["warnings"].empty());
  CHECK(report(render(pip, out, {"--clip", "walk", "--fps", "8"}))["warnings"].empty());
  const auto facts = report(render(pip, out, {"--clip", "walk", "--fps", "3"}));
  REQUIRE(facts["warnings"].size() == 1);
  const std::string warning = facts["warnings"][0];
  for (const char* part : {"frames/", "5 frames", "frame_0004.png", "frame_0008.png"}) {
    CHECK(warning.find(part) != std::string::npos);
  }
}

TEST_CASE("words that the output does not read are wrong usage") {
  const TemporaryFolder folder;
  const auto file = [&](const char* name) { return folder.file(name); };
  for (const Words& idle :
       {Words{"--fps", "9"}, Words{"--loops", "2"}, Words{"--quality", "50"}, Words{"--lossless"},
        Words{"--no-dither"}, Words{"--fade", "1"}, Words{"--atlas-size", "512"},
        Words{"--sheet-frames", "array"}, Words{"--atlas-padding", "3"}}) {
    checkWrong(render("doc.glb", file("still.png"), idle), idle[0]);
  }
  const auto clip = [&](const char* name, Words more) {
    more.insert(more.end(), {"--clip", "walk"});
    return render("doc.glb", file(name), more);
  };
  checkWrong(clip("a.mp4", {"--loops", "2"}), "--loops");
  checkWrong(clip("a.json", {"--loops", "2"}), "--loops");
  checkWrong(clip("frames/", {"--loops", "2"}), "--loops");
  checkWrong(clip("a.json", {"--quality", "2"}), "--quality");
  checkWrong(clip("a.webm", {"--lossless"}), "--lossless");
  checkWrong(clip("a.gif", {"--atlas-size", "512"}), "--atlas-size");
  checkWrong(clip("a.gif", {"--fade", "1"}), "--fade");
  checkWrong(clip("a.webp", {"--lossless", "--quality", "5"}), "--quality");
  checkWrong(render("doc.glb", file("a.json"), {"--clip", "a,b", "--fade", "1"}), "--fade");
  checkWrong(clip("a.json", {"--sheet-frames", "tree"}), "--sheet-frames");
  checkWrong({"animate", "c.yaml", "--motion", "m", "--retarget", "r", "-o", file("frames/"),
              "--fps", "12"},
             "--fps");
  CHECK(folder.entries() == 0);
}

TEST_CASE("an empty name of a clip or a skin is no name") {
  const TemporaryFolder folder;
  checkWrong(render("doc.glb", folder.file("a.gif"), {"--clip", ""}), "--clip");
  checkWrong(render("doc.glb", folder.file("a.png"), {"--clip", ""}), "--clip");
  checkWrong(render("doc.glb", folder.file("a.png"), {"--skin", ""}), "--skin");
  const std::string pip = rigPip(folder);
  for (const std::string names : {"walk,", ",walk", "walk,,wave", ","}) {
    checkRefused(render(pip, folder.file("a.gif"), {"--clip", names}), {"no clip ''", "walk"});
  }
}

TEST_CASE("many warnings of one kind are one for people, and all for programs") {
  const TemporaryFolder folder;
  std::string images;
  for (int i = 0; i < 12; ++i) {
    images += std::string(i > 0 ? "," : "") + "{\"uri\": \"none" + std::to_string(i) + ".png\"}";
  }
  const std::string path = folder.file("many.gltf");
  report({"placeholder", example("limb/skeleton.json"), "-o", folder.file("body.glb")});
  writeText(path, R"({"asset": {"version": "2.0"}, "images": [)" + images + R"(],
"buffers": [{"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA",
"byteLength": 36}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
"min": [0, 0, 0], "max": [1, 1, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}],
"scenes": [{"nodes": [0]}], "scene": 0})");
  const Words words{"render", path, "-o", folder.file("a.png"), "--size", "20x20"};
  const auto facts = report(words);
  REQUIRE(facts["warnings"].size() == 12);
  for (int i = 0; i < 12; ++i) {
    const std::string warning = facts["warnings"][std::size_t(i)];
    CHECK(warning.find("none" + std::to_string(i) + ".png") != std::string::npos);
    CHECK(warning.find("more") == std::string::npos);
  }
  const CommandRun run = runVide(words);
  CHECK(std::ranges::count(run.err, '\n') == 1);
  CHECK(run.err.find("none0.png") != std::string::npos);
  CHECK(run.err.find("11 more") != std::string::npos);
}

TEST_CASE("a canvas is not framed where there is none") {
  const TemporaryFolder folder;
  const std::string body = folder.file("body.glb");
  report({"placeholder", example("limb/skeleton.json"), "-o", body});
  checkRefused({"render", body, "--framing", "canvas", "-o", folder.file("a.png")},
               {body, "canvas"});
}
