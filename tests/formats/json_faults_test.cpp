// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/support/message_of.hpp"
#include "vide/formats/clip_json.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/formats/handles_json.hpp"
#include "vide/formats/skeleton_json.hpp"

using namespace vide;
using vide::test::messageOf;

namespace {

std::array<std::string, 4> messagesOf(const std::string& json) {
  const Skeleton bones = *Skeleton::fromBones({});
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(json.data());
  return {messageOf(parseHandles(json)), messageOf(parseBoneSegments(json)),
          messageOf(parseClips(json, bones)),
          messageOf(GltfDocument::parse(std::span<const std::uint8_t>(bytes, json.size())))};
}

void checkFault(const std::string& json, const std::string& message) {
  for (const std::string& told : messagesOf(json)) {
    CHECK_MESSAGE(told.find(message) != std::string::npos, json, ": ", told);
  }
}

}  // namespace

TEST_CASE("every reader of JSON says where a text stops being JSON, and why") {
  checkFault("{\n \"a\": 1,\n \"b\": }",
             "line 3, byte 7 of it: the text is not JSON (while parsing");
  checkFault("{\n \"a\": 1,\n \"b\": }", "unexpected '}'");
  checkFault("{", "unexpected end of input");
  checkFault("{\"a\": 1e999}", "a number is too large");
  checkFault("{\"a\": [1, 2}", "line 1, byte 12 of it");
}

TEST_CASE("a fault is told in one short line whatever the file holds") {
  const std::string endless = "{\"a\": \"" + std::string(100'000, 'x') + "\n\"}";
  const std::string name = std::string(100'000, 'x');
  const std::string twice = "{\"" + name + "\": 1, \"" + name + "\": 2}";
  for (const std::string& json : {endless, twice}) {
    for (const std::string& told : messagesOf(json)) {
      CHECK(!told.empty());
      CHECK(told.size() < 300);
      CHECK(told.find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("a name that an object gives twice is named with its line, however it is spelt") {
  checkFault("{\"a\": 1,\n \"a\": 2}", "line 2, byte 4 of it: \"a\" is given twice");
  checkFault(R"({"a": 1, "\u0061": 1})", "\"a\" is given twice");
  checkFault(R"([{"a": {"b": [{"c": 1, "c": 1}]}}])", "\"c\" is given twice");
}

TEST_CASE("the same name in different objects, or as a text, is no fault") {
  const auto file = parseHandles(
      R"({"handles": [{"name": "name: name", "group": 1}, {"name": "{\"name\":", "group": 1}]})");
  REQUIRE(file);
  CHECK(file->handles[1].name == "{\"name\":");
}
