// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

std::string rigLimb(const TemporaryFolder& folder) {
  const std::string path = folder.file("limb.glb");
  report({"rig", example("limb/limb.png"), "--skeleton", example("limb/skeleton.json"), "--clips",
          example("limb/clips.json"), "--detail", "0.2", "-o", path});
  return path;
}

}  // namespace

TEST_CASE("files that are no documents are refused by every command that reads one") {
  const TemporaryFolder folder;
  const std::string empty = folder.file("empty.glb"), words = folder.file("words.glb"),
                    missing = folder.file("missing.glb"), taken = folder.file("taken.glb"),
                    plain = folder.file("plain.gltf"), out = folder.file("out.png");
  writeText(empty, "");
  writeText(words, "this is no document");
  writeText(plain, R"({"asset": {"version": "2.0"}})");
  std::filesystem::create_directory(taken);
  const std::size_t before = folder.entries();
  for (const std::string command : {"pose", "render"}) {
    checkRefused({command, missing, "-o", out}, {missing});
    checkRefused({command, empty, "-o", out}, {empty, "not glTF"});
    checkRefused({command, words, "-o", out}, {words, "not glTF"});
    checkRefused({command, taken, "-o", out}, {taken, "folder"});
    checkRefused({command, plain, "-o", out}, {"plain.gltf: the document shows nothing"});
    checkRefused({command, example("limb/limb.png"), "-o", out}, {"limb.png", "not glTF"});
  }
  checkRefused({"inspect", empty}, {empty, "not glTF"});
  checkRefused({"inspect", folder.file("what.xyz")}, {"what.xyz", "unknown kind"});
  CHECK(folder.entries() == before);
}

TEST_CASE("damaged documents are refused or drawn, never worse") {
  const TemporaryFolder folder;
  const std::string whole = contentOf(rigLimb(folder)), damaged = folder.file("damaged.glb");
  for (std::size_t length = 1; length < whole.size(); length += whole.size() / 12) {
    CAPTURE(length);
    writeText(damaged, whole.substr(0, length));
    checkRefused({"render", damaged, "-o", folder.file("out.png")}, {damaged + ": "});
  }
  for (std::size_t place = 30; place < whole.size(); place += whole.size() / 24) {
    CAPTURE(place);
    std::string scratched = whole;
    scratched[place] = char(scratched[place] ^ 0x41);
    writeText(damaged, scratched);
    const CommandRun run = runVide({"render", damaged, "-o", folder.file("out.png")});
    CAPTURE(run.err);
    CHECK((run.status == 0 || run.status == 1));
  }
}

TEST_CASE("bones and clips that a document lacks are refused with those it has") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), out = folder.file("out.gif");
  checkRefused({"pose", document, "--rotate", "wing=4", "-o", folder.file("out.png")},
               {document, "'wing'", "upper, lower"});
  checkRefused({"pose", document, "--clip", "swim", "-o", folder.file("out.png")},
               {document, "'swim'", "curl"});
  checkRefused({"render", document, "--clip", "swim", "-o", out}, {document, "'swim'", "curl"});
  CHECK(folder.entries() == 1);
}

TEST_CASE("outputs that cannot be written are named, and the old ones stay") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), missing = folder.file("none/out.gif"),
                    taken = folder.file("taken.gif"), file = folder.file("file");
  std::filesystem::create_directory(taken);
  writeText(file, "old");
  checkRefused({"render", document, "--clip", "curl", "-o", missing}, {"vide: " + missing});
  checkRefused({"render", document, "--clip", "curl", "-o", taken}, {"vide: " + taken});
  checkRefused({"render", document, "--clip", "curl", "-o", file + "/"}, {"vide: " + file});
  checkRefused({"render", document, "--clip", "curl", "-o", folder.file("out.bmp")},
               {"out.bmp", ".gif"});
  checkRefused({"render", document, "-o", folder.file("out.gif")}, {"out.gif", "--clip"});
  checkRefused({"pose", document, "-o", folder.file("none/out.png")}, {"none/out.png"});
  checkRefused({"pose", document, "-o", folder.file("out.gif")}, {"out.gif", ".glb, .obj or .png"});
  CHECK(contentOf(file) == "old");
  CHECK(folder.entries() == 3);
}

TEST_CASE("what is stopped by any signal leaves the old file, nothing beside it, and its status") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), out = folder.file("out.webp");
  writeText(out, "old");
  const std::pair<std::string, int> signals[] = {{"INT", 130}, {"TERM", 143}, {"HUP", 129}};
  for (const auto& [signal, status] : signals) {
    CAPTURE(signal);
    // A minute's work or more, stopped once its temporary file has appeared. A shell lets what it
    // runs beside itself ignore INT, which vide respects.
    const std::string line =
        "env --default-signal=INT " VIDE_PROGRAM " render " + document +
        " --clip curl --fps 1000 --size 2000x2000 -o " + out + " 2>" + folder.file("err") +
        " & until ls -A " + folder.path() +
        " | grep -q '^.vide-'; do kill -0 $! || exit 9; sleep 0.02; done; kill -" + signal +
        " $!; wait $!";
    CHECK(WEXITSTATUS(std::system(line.c_str())) == status);
    CHECK(contentOf(folder.file("err")) == "vide: cancelled; nothing was written\n");
    CHECK(contentOf(out) == "old");
    CHECK(folder.entries() == 3);
  }
}

TEST_CASE("one large picture is stopped while it is made") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), out = folder.file("out.png");
  const std::string line = VIDE_PROGRAM " render " + document + " --size 8000x8000 -o " + out +
                           " 2>" + folder.file("err") + " & sleep 0.3; kill -TERM $!; wait $!";
  CHECK(WEXITSTATUS(std::system(line.c_str())) == 143);
  CHECK(folder.entries() == 2);
}

TEST_CASE("a document may be written over itself") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder);
  report({"pose", document, "--rotate", "lower=20", "-o", document});
  CHECK(report({"inspect", document})["clips"].contains("pose"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("frames too large, too many or of nothing are refused by the limit's name") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), out = folder.file("out.gif");
  checkRefused({"render", document, "--clip", "curl", "--size", "32768x32768", "-o", out},
               {document, "max_pixels"});
  checkRefused({"pose", document, "--move", "lower=900000,0", "-o", folder.file("out.png")},
               {"pixels", "size"});
  CHECK(folder.entries() == 1);
}

TEST_CASE("a background that is neither a colour nor a picture is refused") {
  const TemporaryFolder folder;
  const std::string document = rigLimb(folder), out = folder.file("out.png");
  checkRefused({"pose", document, "--background", "beige", "-o", out},
               {"--background", "beige", "#rrggbb", "white", "picture"});
  checkRefused({"pose", document, "--background", document, "-o", out}, {"--background", document});
  CHECK(folder.entries() == 1);
}
