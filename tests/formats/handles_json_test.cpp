// SPDX-License-Identifier: MIT
#include "vide/formats/handles_json.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace vide;

namespace {

// A file with this single handle.
std::string fileWith(const std::string& handle) { return R"({"handles": [)" + handle + "]}"; }

Handle handleOf(const std::string& json) {
  const auto file = parseHandles(fileWith(json));
  REQUIRE(file);
  REQUIRE(file->handles.size() == 1);
  return file->handles[0];
}

std::string messageOf(const std::string& handle) {
  const auto file = parseHandles(fileWith(handle));
  REQUIRE(!file);
  return file.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a handle is selected in one of four ways") {
  CHECK(std::get<VertexList>(handleOf(R"({"vertices": [3, 0, 2]})").selection).vertices ==
        std::vector<int>{3, 0, 2});
  CHECK(std::get<VertexGroup>(handleOf(R"({"group": -1})").selection).group == -1);
  const auto box =
      std::get<VertexBox>(handleOf(R"({"box": {"low": [0, 1], "high": [2, 3, 4]}})").selection);
  CHECK(box.low == Vec3{0, 1, 0});
  CHECK(box.high == Vec3{2, 3, 4});
  CHECK(std::get<NearestVertex>(handleOf(R"({"nearest": [1, 2, 3]})").selection).point ==
        Vec3{1, 2, 3});
  CHECK(contains(messageOf("{}"), "one of"));
  CHECK(contains(messageOf(R"({"group": 1, "vertices": [0]})"), "one of"));
}

TEST_CASE("a motion is one key at time 1, and keys are taken as they are") {
  CHECK(handleOf(R"({"group": 1})").keys.empty());
  const Handle once = handleOf(
      R"({"name": "a", "group": 1, "move": [1, 2], "axis": [0, 1, 0], "degrees": 30, "center": [5, 6, 7]})");
  REQUIRE(once.keys.size() == 1);
  CHECK(once.name == "a");
  CHECK(once.keys[0].time == 1);
  CHECK(once.keys[0].move == Vec3{1, 2, 0});
  CHECK(once.keys[0].axis == Vec3{0, 1, 0});
  CHECK(once.keys[0].degrees == 30);
  CHECK(once.keys[0].center == Vec3{5, 6, 7});
  const Handle twice =
      handleOf(R"({"group": 1, "keys": [{"time": 0.5, "degrees": 90}, {"time": 2}]})");
  REQUIRE(twice.keys.size() == 2);
  CHECK(twice.keys[0].degrees == 90);
  CHECK(!twice.keys[0].center);
  CHECK(twice.keys[1].time == 2);
}

TEST_CASE("the group file's name is handed on") {
  const auto file = parseHandles(R"({"groups": "parts.dmat", "handles": []})");
  REQUIRE(file);
  CHECK(file->groups == "parts.dmat");
  CHECK(file->handles.empty());
}

TEST_CASE("what is wrong is named with its handle and member") {
  CHECK(contains(messageOf("7"), "handle 0 is not an object"));
  CHECK(contains(messageOf(R"({"group": 1, "mov": [1, 2]})"), "\"mov\" is not known"));
  CHECK(contains(messageOf(R"({"group": 1, "move": [1]})"), "\"move\""));
  CHECK(contains(messageOf(R"({"vertices": [0, -1]})"), "whole numbers from 0"));
  CHECK(contains(messageOf(R"({"vertices": [99999999999]})"), "whole numbers from 0"));
  CHECK(contains(messageOf(R"({"vertices": [0.5]})"), "whole numbers from 0"));
  CHECK(contains(messageOf(R"({"group": 0.5})"), "\"group\""));
  CHECK(contains(messageOf(R"({"box": {"low": [0, 0]}})"), "\"high\""));
  CHECK(contains(messageOf(R"({"box": {"low": [0, 0], "hihg": [1, 1]}})"), "\"hihg\""));
  CHECK(contains(messageOf(R"({"group": 1, "degrees": "x"})"), "\"degrees\""));
  CHECK(contains(messageOf(R"({"group": 1, "move": [0, 1], "keys": []})"), "not both"));
  CHECK(contains(messageOf(R"({"group": 1, "keys": [{"move": [0, 1]}]})"), "key 0"));
  CHECK(contains(parseHandles("[]").error().message, "the file is not an object"));
  CHECK(contains(parseHandles("{").error().message, "not JSON"));
  CHECK(contains(parseHandles("{}").error().message, "\"handles\""));
  CHECK(contains(parseHandles(R"({"handels": []})").error().message, "\"handels\""));
  CHECK(contains(parseHandles(R"({"handles": [1, 2, 3]})", {.max_handles = 2}).error().message,
                 "max_handles"));
}
