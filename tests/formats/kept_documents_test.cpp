// SPDX-License-Identifier: MIT
// Files that older programs wrote stay readable.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/same_document.hpp"
#include "vide/formats/gltf_character.hpp"

using namespace vide;

namespace {

std::vector<std::uint8_t> kept(const std::string& version, const std::string& name) {
  const std::string path = VIDE_TESTS "/formats/kept/" + version + "/" + name + ".glb";
  std::vector<std::uint8_t> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE_MESSAGE(file, path);
  for (int byte; (byte = std::fgetc(file)) != EOF;) bytes.push_back(std::uint8_t(byte));
  std::fclose(file);
  return bytes;
}

}  // namespace

TEST_CASE("documents of the first version are read as they were meant") {
  int read = 0;
  for (const auto& [name, document] : test::sampleDocuments()) {
    if (name == "dressed" || name == "empty") continue;  // not of that version, or nothing in it
    CAPTURE(name);
    const auto back = readGlb(kept("version_1", name));
    REQUIRE(back);
    CHECK(test::sameDocument(*back, document));
    ++read;
  }
  CHECK(read == 5);
}

TEST_CASE("a file is of the oldest version that can hold it") {
  const auto versionOf = [](const Document& document) {
    const auto bytes = writeGlb(document).value();
    const std::string text(bytes.begin(), bytes.end());
    return text.find("\"version\":1") != std::string::npos   ? 1
           : text.find("\"version\":2") != std::string::npos ? 2  // glTF's own is text
                                                             : 0;
  };
  Document document = test::unusualLayers();
  CHECK(versionOf(document) == 1);
  document.layers[0].mask = 2;
  CHECK(versionOf(document) == 2);
  CHECK(versionOf(test::dressedCharacter()) == 2);
}
