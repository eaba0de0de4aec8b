// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/formats/foreign_files.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide;
using namespace vide::test;

namespace {

void write(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// Bones at (0, 0, 1) and (0, 4, 2), and one from there straight towards the viewer.
const std::string nodes_in_space =
    R"("nodes":[{"name":"hip","translation":[0,0,1],"children":[1]},)"
    R"({"name":"chest","translation":[0,4,1],"children":[2]},)"
    R"({"name":"nose","translation":[0,0,3],"children":[3]},)"
    R"({"name":"tip","translation":[0,0,1]}],"skins":[{"joints":[0,1,2,3]}])";

std::string textOf(const std::string& members) {
  return R"({"asset":{"version":"2.0"},)" + members + "}";
}

bool turnsInPlane(const Affine3& frame) {
  const Vec3 axis = frame.linear.z;
  return axis.x == 0 && axis.y == 0 && frame.translation.z == 0;
}

}  // namespace

TEST_CASE("for a picture, a skeleton in space is seen from the front") {
  const TemporaryFolder folder;
  const std::string path = folder.file("figure.gltf");
  write(path, textOf(nodes_in_space));
  const auto inSpace = readSkeleton(path), flat = readPictureSkeleton(path);
  REQUIRE(inSpace);
  REQUIRE(flat);
  REQUIRE(flat->size() == inSpace->size());
  for (std::size_t i = 0; i < flat->size(); ++i) {
    const int bone = int(i);
    CHECK((*flat)[i].name == (*inSpace)[i].name);
    CHECK((*flat)[i].parent == (*inSpace)[i].parent);
    CHECK(turnsInPlane(flat->rest()[i]));
    CHECK(distance(xy(flat->head(bone)), xy(inSpace->head(bone))) < 1e-12);
    CHECK(flat->tail(bone).z == 0);
  }
  CHECK(inSpace->head(1).z == 2);
  CHECK(distance(xy(flat->tail(0)), {0, 4}) < 1e-12);
  CHECK_FALSE((*flat)[2].deform);
}

TEST_CASE("a skeleton in the plane is left as it is") {
  const TemporaryFolder folder;
  const std::string path = folder.file("figure.gltf");
  write(path, textOf(R"("nodes":[{"children":[1],"rotation":[0,0,0.6,0.8]},)"
                     R"({"translation":[3,1,0]}],"skins":[{"joints":[0,1]}])"));
  const auto plain = readSkeleton(path), flat = readPictureSkeleton(path);
  REQUIRE(plain);
  REQUIRE(flat);
  REQUIRE(flat->size() == plain->size());
  for (std::size_t i = 0; i < plain->size(); ++i) {
    CHECK((*flat)[i].name == (*plain)[i].name);
    CHECK((*flat)[i].parent == (*plain)[i].parent);
    CHECK((*flat)[i].local == (*plain)[i].local);
    CHECK((*flat)[i].tail == (*plain)[i].tail);
  }
}

TEST_CASE("files beside a glTF are taken in; those outside its folder are not") {
  const TemporaryFolder folder;
  const auto messageFor = [&](const std::string& uri) {
    write(folder.file("a.gltf"), textOf(R"("buffers":[{"byteLength":4,"uri":")" + uri + R"("}])"));
    const auto read = readGltf(folder.file("a.gltf"));
    return read ? std::string() : read.error().message;
  };
  write(folder.file("a b.bin"), "1234");
  CHECK(messageFor("a%20b.bin").empty());
  CHECK(messageFor("none.bin").find("none.bin") != std::string::npos);
  CHECK(messageFor("../a.bin").find("outside its folder") != std::string::npos);
  CHECK(messageFor("/etc/hostname").find("outside its folder") != std::string::npos);
}

TEST_CASE("a document opened and written back keeps what others put into the file") {
  const TemporaryFolder folder;
  Parts parts;
  const std::string members = variedMembers(parts);
  const auto bytes = parts.glb(members + R"(,"extras":{"mine":7})");
  write(folder.file("a.glb"), std::string(bytes.begin(), bytes.end()));
  const auto open = openDocument(folder.file("a.glb"));
  if (!open) FAIL(open.error().message);
  REQUIRE(writeDocument(folder.file("b.glb"), open->document, &open->file));
  const auto again = openDocument(folder.file("b.glb"));
  REQUIRE(again);
  CHECK(again->file.count("cameras") == 1);
  CHECK(again->document.layers.size() == open->document.layers.size());
  const auto saved = readText(folder.file("b.glb"));
  CHECK(saved->find(R"("mine":7)") != std::string::npos);
}

TEST_CASE("links may point within a file's folder, but not out of it") {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const fs::path top = folder.file("inside");
  fs::create_directories(top / "deep");
  fs::create_directories(folder.file("outside"));
  fs::create_directories(folder.file("inside more"));
  write(folder.file("outside/secret"), "secret");
  write(folder.file("inside more/secret"), "secret");
  write((top / "deep/open").string(), "open");
  fs::create_symlink(top / "deep/open", top / "near");
  fs::create_symlink(folder.file("outside/secret"), top / "far");
  fs::create_symlink(folder.file("outside"), top / "away");
  fs::create_symlink("../inside more/secret", top / "beside");
  fs::create_symlink(top, folder.file("door"));  // the folder itself may be reached by a link
  for (const std::string& from : {top.string(), folder.file("door")}) {
    const GltfResolver resolve = filesBeside(from + "/model.gltf");
    for (const char* name : {"near", "deep/open"}) CHECK(resolve(name));
    for (const char* name : {"far", "away/secret", "beside"}) {
      CAPTURE(name);
      const auto file = resolve(name);
      REQUIRE_FALSE(file);
      CHECK(file.error().message.find("outside its folder") != std::string::npos);
    }
    const auto none = resolve("none");
    REQUIRE_FALSE(none);
    CHECK(none.error().message.find("outside") == std::string::npos);
  }
}
