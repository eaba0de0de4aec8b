// SPDX-License-Identifier: MIT
#include "vide/animation/character_rig.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace vide;

namespace {

CharacterRig figure() {
  return {100, 200, {{"root", -1, {50, 150}}, {"hip", 0, {50, 150}}, {"torso", 1, {40, 80}}}};
}

std::string messageOf(const CharacterRig& rig) {
  const auto checked = validate(rig);
  return checked ? std::string() : checked.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("each joint but the root ends a bone in the document's space") {
  const Skeleton skeleton = *skeletonFromCharacter(figure());
  REQUIRE(skeleton.size() == 2);
  CHECK(skeleton[0].name == "hip");
  CHECK(!skeleton[0].deform);  // drawn on top of the root: no length
  CHECK(skeleton[1].name == "torso");
  CHECK(skeleton[1].deform);
  CHECK(skeleton[1].parent == 0);
  CHECK(distance(skeleton.head(1), {50, 50, 0}) < 1e-12);
  CHECK(distance(skeleton.tail(1), {40, 120, 0}) < 1e-12);
}

TEST_CASE("what is wrong with a figure is named") {
  const auto broken = [](auto change) {
    CharacterRig rig = figure();
    change(rig);
    return messageOf(rig);
  };
  CHECK(broken([](CharacterRig&) {}) == "");
  CHECK(contains(broken([](CharacterRig& r) { r.width = 0; }), "picture is 0 x 200"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints.clear(); }), "no joints"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[2].name = "hip"; }),
                 "joint 2 \"hip\" repeats the name of joint 1"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[2].parent = -1; }), "second root"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[1].parent = 2; }), "does not come before"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[0].parent = 1; }), "is not the root"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[1].name.clear(); }), "has no name"));
  CHECK(contains(broken([](CharacterRig& r) { r.joints[1].position.x = 1e31; }), "beyond 1e30"));
}
