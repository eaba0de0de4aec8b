// SPDX-License-Identifier: MIT
#include "vide/formats/skeleton_json.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/shared_data.hpp"

using namespace vide;

namespace {

std::string messageOf(std::string_view text) {
  const auto skeleton = parseSkeletonJson(text);
  return skeleton ? std::string() : skeleton.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* two_bones = R"([
  {"name": "hand", "parent": 1, "head": [0, 2], "tail": [1, 2], "deform": false},
  {"name": "arm", "parent": -1, "head": [0, 0, 0], "tail": [0, 2, 0]}
])";

}  // namespace

TEST_CASE("bones may come in any order and with two coordinates") {
  const Skeleton skeleton = *parseSkeletonJson(two_bones);
  REQUIRE(skeleton.size() == 2);
  CHECK(skeleton[0].name == "arm");
  CHECK(skeleton[0].deform);
  CHECK(skeleton[1].parent == 0);
  CHECK(!skeleton[1].deform);
  CHECK(distance(skeleton.tail(1), {1, 2, 0}) < 1e-15);
  CHECK(parseBoneSegments(two_bones)->front().name == "hand");
}

TEST_CASE("what is written reads back, and writes the same bytes again") {
  const std::string once = writeSkeletonJson(*parseSkeletonJson(two_bones));
  const Skeleton again = *parseSkeletonJson(once);
  CHECK(distance(again.tail(1), {1, 2, 0}) < 1e-12);
  CHECK(writeSkeletonJson(again) == once);
  CHECK(contains(once, R"("name":"arm","parent":-1,"head":[0.0,0.0,0.0],"tail":[0.0,2.0,0.0])"));
  const auto segments = *parseBoneSegments(two_bones);
  CHECK(contains(writeBoneSegments(segments), R"("tail":[1.0,2.0,0.0],"deform":false)"));
}

TEST_CASE("skeletons of real characters keep every joint and tip") {
  for (const std::string name : {"fox", "hand_left", "human_cmu", "knight", "bunny"}) {
    const auto text = test::sharedFile("data/skinning/" + name + "/skeleton.json");
    if (!text) return;
    const auto segments = parseBoneSegments(*text);
    const auto skeleton = parseSkeletonJson(*text);
    REQUIRE(skeleton);
    CHECK(skeleton->size() == segments->size());
    const std::string once = writeSkeletonJson(*skeleton);
    CHECK(writeSkeletonJson(*parseSkeletonJson(once)) == once);
    for (const BoneSegment& segment : *segments) {
      const int bone = skeleton->find(segment.name);
      REQUIRE(bone >= 0);
      const double size = 1e-12 * (1 + length(segment.head) + length(segment.tail));
      CHECK(distance(skeleton->head(std::size_t(bone)), segment.head) < size);
      CHECK(distance(skeleton->tail(std::size_t(bone)), segment.tail) < size);
      CHECK((*skeleton)[std::size_t(bone)].deform == segment.deform);
    }
  }
}

TEST_CASE("what is wrong is named") {
  CHECK(contains(messageOf(""), "not JSON"));
  CHECK(contains(messageOf("{}"), "expected a list"));
  CHECK(contains(messageOf("[]"), "expected a list"));
  CHECK(contains(messageOf("[3]"), "bone 0 is not an object"));
  CHECK(contains(messageOf(R"([{"name": 3}])"), "bone 0: \"name\" must be a text"));
  CHECK(contains(messageOf(R"([{"name": "a"}])"), "bone 0: \"parent\" must be a whole number"));
  CHECK(contains(messageOf(R"([{"name": "a", "parent": 1.5}])"), "\"parent\" must be a whole"));
  CHECK(contains(messageOf(R"([{"name": "a", "parent": -1, "head": [1]}])"),
                 "\"head\" must be a list of 3 numbers"));
  const auto bone = [](const char* name, int parent, const char* tail) {
    return std::string(R"({"name": ")") + name + R"(", "parent": )" + std::to_string(parent) +
           R"(, "head": [0, 0, 0], "tail": )" + tail + "}";
  };
  const std::string tip = "[0, 1, 0]";
  CHECK(contains(messageOf("[" + bone("a", 0, tip.c_str()) + "]"), "its own ancestor"));
  CHECK(contains(messageOf("[" + bone("a", 5, tip.c_str()) + "]"), "does not exist"));
  CHECK(contains(messageOf("[" + bone("a", -1, "[0, 0, 0]") + "]"), "\"a\" has no length"));
  CHECK(contains(messageOf("[" + bone("a", -1, "[0, 1e999, 0]") + "]"), "not JSON"));
  CHECK(
      contains(messageOf("[" + bone("a", -1, tip.c_str()) + "," + bone("a", -1, tip.c_str()) + "]"),
               "repeats the name"));
  CHECK(contains(messageOf(std::string(100'000, '[')), "not JSON"));
}

TEST_CASE("limits are named when they are hit") {
  CHECK(contains(parseSkeletonJson(two_bones, {10, 10}).error().message, "max_bytes is 10"));
  CHECK(contains(parseSkeletonJson(two_bones, {1000, 1}).error().message, "max_bones is 1"));
}

TEST_CASE("every truncated prefix is an error") {
  const std::string text = two_bones;
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK_MESSAGE(!parseSkeletonJson(std::string_view(text).substr(0, size)), size);
  }
}
