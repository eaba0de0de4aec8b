// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include "tests/cli/command_run.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/pipeline/read_files.hpp"

using namespace vide;
using test::checkRefused;
using test::report;
using test::writeText;

namespace {

const std::string bvh = R"(HIERARCHY
ROOT hips
{
  OFFSET 0 10 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT leg
  {
    OFFSET 0 -5 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -5 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.1
0 10 0 0 0 0 0 0 0
1 10 0 0 0 0 30 0 0
2 10 0 0 0 0 60 0 0
)";

const char* json = R"([{"name": "upper", "parent": -1, "head": [0, 4, 0], "tail": [0, 2, 0]},
                       {"name": "lower", "parent": 0, "head": [0, 2, 0], "tail": [0, 0, 0]}])";

}  // namespace

TEST_CASE("a motion without a model becomes a document that plays") {
  const test::TemporaryFolder folder;
  const std::string motion = folder.file("step.bvh"), document = folder.file("body.glb");
  writeText(motion, bvh);
  const auto told = report({"placeholder", motion, "-o", document, "--cells", "32"});
  CHECK(told["vertices"] > 100);
  CHECK(told["triangles"] > 200);
  CHECK(told["bones"] == 2);
  CHECK(told["clips"] == 1);
  CHECK(told["warnings"].empty());
  const auto read = readDocument(document);
  REQUIRE(read);
  REQUIRE(read->layers.size() == 1);
  CHECK(read->layers[0].attachment == Attachment::skinned);
  REQUIRE(read->clips.size() == 1);
  CHECK(read->clips[0].name == "step");
  const std::string pictures = folder.file("walk.png");
  CHECK(report({"render", document, "--clip", "step", "-o", pictures, "--size",
                "64x64"})["frames"] > 1);
  // What was written may serve as the skeleton again, with its clip.
  CHECK(report({"placeholder", document, "-o", folder.file("again.glb"), "--cells",
                "16"})["clips"] == 1);
}

TEST_CASE("any kind of skeleton serves, and any of the kinds of output") {
  const test::TemporaryFolder folder;
  writeText(folder.file("a.json"), json);
  writeText(folder.file("b.tgf"), "1 0 4 0\n2 0 2 0\n3 0 0 0\n#\n1 2\n2 3\n");
  for (const char* skeleton : {"a.json", "b.tgf"}) {
    for (const char* output : {"out.glb", "out.obj", "out.png"}) {
      const auto told = report(
          {"placeholder", folder.file(skeleton), "-o", folder.file(output), "--cells", "24"});
      CHECK(told["bones"] == 2);
      CHECK(!test::contentOf(folder.file(output)).empty());
    }
  }
  const auto fat = report({"placeholder", folder.file("a.json"), "-o", folder.file("fat.glb"),
                           "--thickness", "2", "--influences", "1"});
  CHECK(fat["max_influences"] == 1);
}

TEST_CASE("a recording that rests with its limbs in one another rests anew, and says so") {
  const auto shared = test::sharedFolder();
  if (!shared) return;
  const test::TemporaryFolder folder;
  const auto told = report({"placeholder", *shared + "/data/motion/cmu1/jumping_jacks.bvh", "-o",
                            folder.file("body.glb"), "--cells", "48"});
  CHECK(told["rest"].get<std::string>().find("\"jumping_jacks\" at ") == 0);
}

TEST_CASE("real recordings and models get a body") {
  const auto shared = test::sharedFolder();
  if (!shared) return;
  const test::TemporaryFolder folder;
  for (const char* path : {"/data/motion/cmu1/jumping_jacks.bvh", "/data/3d/Fox/Fox.glb",
                           "/data/skinning/hand_left/skeleton.json"}) {
    const auto told =
        report({"placeholder", *shared + path, "-o", folder.file("body.glb"), "--cells", "48"});
    CHECK(told["vertices"] > 300);
  }
}

TEST_CASE("what cannot have a body is refused and leaves no file") {
  const test::TemporaryFolder folder;
  const std::string out = folder.file("out.glb");
  checkRefused({"placeholder", folder.file("none.bvh"), "-o", out}, {"none.bvh"});
  writeText(folder.file("half.bvh"), bvh.substr(0, 120));
  checkRefused({"placeholder", folder.file("half.bvh"), "-o", out}, {"half.bvh"});
  writeText(folder.file("still.json"),
            R"([{"name": "a", "parent": -1, "head": [0, 0], "tail": [1, 0], "deform": false}])");
  checkRefused({"placeholder", folder.file("still.json"), "-o", out},
               {"still.json", "no bone deforms"});
  writeText(folder.file("a.json"), json);
  checkRefused({"placeholder", folder.file("a.json"), "-o", folder.file("out.xyz")}, {"out.xyz"});
  checkRefused({"placeholder", folder.file("a.txt"), "-o", out}, {"a.txt"});
  CHECK(test::contentOf(out).empty());
  CHECK(test::runVide({"placeholder", folder.file("a.json")}).status == 2);
  CHECK(test::runVide({"placeholder", folder.file("a.json"), "-o", out, "--cells", "4"}).status ==
        2);
}
