// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/cli/drawn_pictures.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

// The first bytes of a PNG of that size; nothing of its pixels.
std::string pngHead(std::uint32_t width, std::uint32_t height) {
  // The check sum of a chunk (PNG specification, annex D): CRC-32 bit by bit.
  const auto check = [](const std::string& bytes) {
    std::uint32_t crc = ~0u;
    for (const char c : bytes) {
      crc ^= std::uint8_t(c);
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
  };
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0}) bytes += char(value >> shift);
    return bytes;
  };
  const auto chunk = [&](const std::string& type, const std::string& data) {
    return number(std::uint32_t(data.size())) + type + data + number(check(type + data));
  };
  const std::string kind("\x08\x06\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", number(width) + number(height) + kind) +
         chunk("IDAT", "x") + chunk("IEND", "");
}

// Every refusal leaves the folder as it was: an old output and nothing new.
class Refusals {
 public:
  Refusals() { writeText(output(), "old"); }
  std::string output() const { return folder_.file("out.glb"); }
  std::string file(const std::string& name) const { return folder_.file(name); }

  void mesh(const std::string& image, const std::vector<std::string>& parts,
            const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"mesh", image, "-o", output()};
    words.insert(words.end(), more.begin(), more.end());
    const std::size_t before = folder_.entries();
    checkRefused(words, parts);
    CHECK(folder_.entries() == before);
    CHECK(contentOf(output()) == "old");
  }

 private:
  TemporaryFolder folder_;
};

const std::string limb = example("limb/limb.png");

}  // namespace

TEST_CASE("pictures that are missing, folders, empty or of another kind are named") {
  const Refusals refused;
  const std::string missing = refused.file("missing.png"), empty = refused.file("empty.png"),
                    words = refused.file("words.png"), folder = refused.file("folder.png");
  writeText(empty, "");
  writeText(words, "this is no picture");
  std::filesystem::create_directory(folder);
  refused.mesh(missing, {missing});
  refused.mesh(empty, {empty, "empty"});
  refused.mesh(words, {words});
  refused.mesh(folder, {folder, "folder"});
}

TEST_CASE("damaged pictures are named, wherever they are cut or scratched") {
  const Refusals refused;
  const std::string whole = contentOf(limb), damaged = refused.file("damaged.png");
  for (const std::size_t length : {1, 7, 8, 20, 33, 40, 300, 1000}) {
    CAPTURE(length);
    writeText(damaged, whole.substr(0, length));
    refused.mesh(damaged, {damaged + ": "});
  }
  for (const std::size_t place : {18, 60, 500}) {
    CAPTURE(place);
    std::string scratched = whole;
    scratched[place] = char(scratched[place] ^ 0x55);
    writeText(damaged, scratched);
    refused.mesh(damaged, {damaged + ": "});
  }
}

TEST_CASE("a picture that only claims to be huge is refused by the limit's name") {
  const Refusals refused;
  const std::string huge = refused.file("huge.png");
  writeText(huge, pngHead(200'000, 200'000));
  refused.mesh(huge, {huge, "200000 x 200000", "limit"});
}

TEST_CASE("a picture in which nothing is the character says so") {
  const Refusals refused;
  const std::string clear = refused.file("clear picture.png");
  drawPicture(clear, 30, 20, [](int, int) { return false; });
  refused.mesh(clear, {clear, "nothing is inside", "alpha"});
  const std::string full = refused.file("full.png");
  drawPicture(full, 30, 20, [](int, int) { return true; });
  refused.mesh(full, {full, "background"}, {"--remove-background"});
  refused.mesh(full, {full, "min_island_area"}, {"--min-island", "5000"});
}

TEST_CASE("a mask that is missing, damaged, dark or of another size is named") {
  const Refusals refused;
  const std::string missing = refused.file("missing.png"), dark = refused.file("dark.png"),
                    small = refused.file("small.png"), cut = refused.file("cut.png");
  drawPicture(small, 30, 20, [](int, int) { return true; });
  drawPicture(dark, 420, 140, [](int, int) { return false; });
  writeText(cut, contentOf(dark).substr(0, 50));
  refused.mesh(limb, {missing}, {"--mask", missing});
  refused.mesh(limb, {cut}, {"--mask", cut});
  refused.mesh(limb, {small, "30 x 20", "420 x 140", "same size"}, {"--mask", small});
  refused.mesh(limb, {"nothing is inside", "mask"}, {"--mask", dark});
}

TEST_CASE("outputs that cannot be written are named, and nothing else happens") {
  const TemporaryFolder folder;
  const std::string missing = folder.file("none/out.glb"), taken = folder.file("taken.glb");
  std::filesystem::create_directory(taken);
  checkRefused({"mesh", limb, "-o", missing}, {missing, "folder"});
  checkRefused({"mesh", limb, "-o", taken}, {taken, "folder"});
  checkRefused({"mesh", limb, "-o", folder.path()}, {folder.path(), ".glb, .obj or .png"});
  checkRefused({"mesh", limb, "-o", folder.file("out.tiff")}, {"out.tiff", ".glb, .obj or .png"});
  checkRefused({"mesh", limb, "-o", folder.file("out")}, {".glb, .obj or .png"});
  CHECK(folder.entries() == 1);
}

TEST_CASE("a folder that may not be written to is named") {
  if (::geteuid() == 0) return;  // may write anywhere
  const TemporaryFolder folder;
  std::filesystem::permissions(
      folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  checkRefused({"mesh", limb, "-o", folder.file("out.glb")}, {folder.file("out.glb")});
}

TEST_CASE("names may hold spaces, quotes, letters of any language and a dash at the start") {
  const TemporaryFolder folder;
  for (const std::string name :
       {"two words", "it's", "Füchsin 狐", "-dash", "semi;colon", "a.b.c"}) {
    CAPTURE(name);
    const std::string image = folder.file(name + ".png"), out = folder.file(name + ".glb");
    drawPicture(image, 20, 20, [](int x, int y) { return inBox(x, y, 4, 4, 16, 16); });
    CHECK(report({"mesh", image, "-o", out})["written"] == nlohmann::json{out});
    CHECK(report({"inspect", out})["kind"] == "VIDE document");
  }
}

TEST_CASE("a name that is not UTF-8 gives a document all the same, or one line that says why not") {
  const TemporaryFolder folder;
  const std::string image = folder.file("\xff\xfe.png");
  drawPicture(image, 20, 20, [](int x, int y) { return inBox(x, y, 4, 4, 16, 16); });
  const CommandRun run = runVide({"mesh", image, "-o", folder.file("out.glb"), "--json"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
}

TEST_CASE("pictures of a pixel or a line become meshes") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 30}, std::pair{30, 1}}) {
    drawPicture(folder.file("a.png"), width, height, [](int, int) { return true; });
    CHECK(report({"mesh", folder.file("a.png"), "-o", folder.file("a.glb")})["coverage"] == 1.0);
  }
}
