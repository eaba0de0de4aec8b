// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <fstream>

#include "tests/cli/command_run.hpp"
#include "tests/formats/foreign_files.hpp"
#include "tests/formats/foreign_samples.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

// Two mesh nodes, one of them turned by an animation; `more` goes before the last brace.
std::string plainNodes(const std::string& more = "") {
  Parts parts;
  parts.add(Floats{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 2, 0}, "VEC3", 3);
  parts.add(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, "SCALAR", 1);
  parts.add(Floats{0, 1}, "SCALAR", 1);
  parts.add(Floats{0, 0, 0, 1, 0, 0, 0.6f, 0.8f}, "VEC4", 4);
  return R"({"asset":{"version":"2.0"},)" + parts.members() +
         R"(,"nodes":[{"name":"door","mesh":0},{"name":"wall","mesh":0,"translation":[0,0,3]}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
         R"("animations":[{"name":"open","channels":[{"sampler":0,"target":{"node":0,)"
         R"("path":"rotation"}}],"samplers":[{"input":2,"output":3}]}])" +
         more + "}";
}

bool warnsOf(const nlohmann::json& told, const std::string& part) {
  for (const auto& warning : told["warnings"]) {
    if (warning.get<std::string>().find(part) != std::string::npos) return true;
  }
  return false;
}

struct Bones {
  TemporaryFolder folder;
  std::string path = folder.file("bones.json"), out = folder.file("out.glb");
  Bones() {
    writeText(path, R"([{"name": "a", "parent": -1, "head": [0, 0, 0], "tail": [0, 1, 0]},
                        {"name": "b", "parent": 0, "head": [0, 1, 0], "tail": [0, 2, 0]}])");
  }
};

}  // namespace

TEST_CASE("nodes that place meshes are not taken for bones") {
  const Bones bones;
  const std::string path = bones.folder.file("door.gltf");
  writeText(path, plainNodes());
  checkRefused({"weights", path, "-o", bones.out}, {path, "no bones", "--skeleton"});
  const auto told =
      report({"weights", path, "--skeleton", bones.path, "--method", "straight", "-o", bones.out});
  CHECK(warnsOf(told, "1 animation stays"));
  const auto first = contentOf(bones.out).size();
  report({"weights", bones.out, "--method", "straight", "-o", bones.out});
  const auto second = contentOf(bones.out).size();
  report({"weights", bones.out, "--method", "straight", "-o", bones.out});
  CHECK(contentOf(bones.out).size() == second);
  CHECK(second <= first + 200);
}

TEST_CASE("an armature without a skin is used and said to be") {
  const Bones bones;
  const std::string path = bones.folder.file("figure.gltf");
  std::string file = plainNodes();
  const std::string wall = R"(,{"name":"wall")";
  file.insert(file.find(wall), R"(,{"name":"hip","children":[2]},{"name":"knee","children":[3],)"
                               R"("translation":[0,1,0]},{"name":"foot","translation":[0,1,0]})");
  writeText(path, file);
  const auto told = report({"weights", path, "--method", "straight", "-o", bones.out});
  CHECK(told["bones"] == 3);
  CHECK(warnsOf(told, "3 nodes from \"hip\" on"));
}

TEST_CASE("what will be missing from a weighed glTF is said") {
  const Bones bones;
  const std::string path = bones.folder.file("door.gltf");
  writeText(path, plainNodes(R"(,"scenes":[{"nodes":[0]}],"images":[{"uri":"no%20such.png"}])"));
  const auto told =
      report({"weights", path, "--skeleton", bones.path, "--method", "straight", "-o", bones.out});
  CHECK(warnsOf(told, "image 0"));
  CHECK(warnsOf(told, "1 node with a mesh lies outside the scene"));
  CHECK(warnsOf(report({"render", path, "-o", bones.folder.file("a.png")}), "image 0"));
}

TEST_CASE("what cannot be written is refused before the work") {
  const Bones bones;
  const std::string path = bones.folder.file("far.obj");
  writeText(path, "v 0 0 0\nv 1e38 0 0\nv 0 1 0\nf 1 2 3\n");
  checkRefused({"weights", path, "--skeleton", bones.path, "-o", bones.out},
               {path, "vertex 1", "scale"});
  const std::string foreign = bones.folder.file("door.gltf");
  writeText(foreign, plainNodes(R"(,"extensionsRequired":["FOO_doors"])"));
  for (const char* command : {"weights", "render"}) {
    std::vector<std::string> words{command, foreign, "-o", bones.folder.file("a.png")};
    if (words[0] == "weights") words.insert(words.end(), {"--skeleton", bones.path});
    checkRefused(words, {foreign, "FOO_doors", "KHR_texture_transform"});
  }
}

TEST_CASE("a buffer beside a glTF is found under a name with spaces and other letters") {
  const Bones bones;
  std::string file = plainNodes();
  const auto start = file.find("data:"), end = file.find('"', start);
  const auto comma = file.find(',', start);
  const std::string coded = file.substr(comma + 1, end - comma - 1);
  std::string bytes;  // from base64
  unsigned bits = 0, count = 0;
  for (const char c : coded) {
    const std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (c == '=') break;
    bits = bits << 6 | unsigned(digits.find(c));
    if ((count += 6) >= 8) bytes += char(bits >> (count -= 8) & 255);
  }
  file.replace(start, end - start, "the%20m%C3%A9sh%2B1.bin");
  const std::string path = bones.folder.file("door.gltf");
  writeText(path, file);
  writeText(bones.folder.file("the m\xC3\xA9sh+1.bin"), bytes);
  const auto told =
      report({"weights", path, "--skeleton", bones.path, "--method", "straight", "-o", bones.out});
  CHECK(told["vertices"] == 8);
}
