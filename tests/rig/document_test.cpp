// SPDX-License-Identifier: MIT
#include "vide/rig/document.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/rig/character.hpp"

using namespace vide;
using vide::test::bone;
using vide::test::character;
using vide::test::square;

namespace {

struct Fault {
  const char* named;
  std::function<void(Document&)> break_it;
};

constexpr double infinite = std::numeric_limits<double>::infinity();

const Fault faults[] = {
    {"canvas", [](Document& d) { d.canvas_width = -1; }},
    {"pixels_per_unit", [](Document& d) { d.pixels_per_unit = 0; }},
    {"pixels_per_unit", [](Document& d) { d.pixels_per_unit = infinite; }},
    {"no bytes", [](Document& d) { d.images[0].encoded.clear(); }},
    {"image/png, image/jpeg", [](Document& d) { d.images[0].mime = "text/plain"; }},
    {"size in pixels", [](Document& d) { d.images[0].width = 0; }},
    {"image 1 \"picture\": the id is used twice",
     [](Document& d) { d.images.push_back(d.images[0]); }},
    {"layer 7 \"body\": the id is used twice",
     [](Document& d) { d.layers.push_back(d.layers[0]); }},
    {"layer 8: the name is not UTF-8", [](Document& d) { d.layers[1].name = "\xC0\x80"; }},
    {"layer 7 \"body\": image 4 does not exist", [](Document& d) { d.layers[0].image = 4; }},
    {"opacity", [](Document& d) { d.layers[0].opacity = 1.5; }},
    {"opacity", [](Document& d) { d.layers[0].opacity = std::nan(""); }},
    {"not finite", [](Document& d) { d.layers[0].mesh.V(2, 1) = infinite; }},
    {"not finite", [](Document& d) { d.layers[0].uv(0, 0) = std::nan(""); }},
    {"triangle 1 points at a vertex", [](Document& d) { d.layers[0].mesh.F(1, 2) = 4; }},
    {"triangle 0 points at a vertex", [](Document& d) { d.layers[0].mesh.F(0, 0) = -1; }},
    {"2 or 3", [](Document& d) { d.layers[0].mesh.V = Eigen::MatrixXd::Zero(4, 4); }},
    {"3 texture coordinates", [](Document& d) { d.layers[0].uv.conservativeResize(3, 2); }},
    {"0 texture coordinates", [](Document& d) { d.layers[0].uv.resize(0, 2); }},
    {"bone 1 does not exist", [](Document& d) { d.layers[0].bones[0] = 1; }},
    {"bone 5 is listed twice", [](Document& d) { d.layers[0].bones[1] = 5; }},
    {"handles", [](Document& d) { d.layers[0].bones.pop_back(); }},
    {"names 0 bones", [](Document& d) { d.layers[1].bones.clear(); }},
    {"names 1 bones", [](Document& d) { d.layers[2].bones = {5}; }},
    {"not skinned", [](Document& d) { d.layers[2].weights.handles = 2; }},
    {"3 rows for 4 vertices", [](Document& d) { d.layers[0].weights.row_start.pop_back(); }},
    {"row bounds do not fit", [](Document& d) { d.layers[0].weights.row_start[1] = 5; }},
    {"row bounds do not fit", [](Document& d) { d.layers[0].weights.weight.pop_back(); }},
    {"vertex 2: handle 0 stands there twice",
     [](Document& d) { d.layers[0].weights.handle[3] = 0; }},
    {"vertex 0: there is no handle 2", [](Document& d) { d.layers[0].weights.handle[0] = 2; }},
    {"vertex 1: they sum", [](Document& d) { d.layers[0].weights.weight[1] = 0.99; }},
    {"vertex 0: -1 is not a weight", [](Document& d) { d.layers[0].weights.weight[0] = -1; }},
    {"layer 9 does not exist or is listed twice", [](Document& d) { d.draw_order[1] = 9; }},
    {"layer 8 is not listed", [](Document& d) { d.draw_order.pop_back(); }},
    {"clip 3 \"walk\": the id is used twice",
     [](Document& d) { d.clips.assign(2, Clip{.id = 3, .name = "walk", .bones = {}}); }},
    {"bone id 1", [](Document& d) { d.clips[0].bones[0].bone = 1; }},
    {"influences", [](Document& d) { d.layers[0].settings.influences = 0; }},
    {"smoothness", [](Document& d) { d.layers[0].settings.smoothness = -1; }},
    {"smoothness of bone 4",
     [](Document& d) {
       d.layers[0].settings.bone_smoothness = {{4, 1}};
     }},
    {"smoothness of bone 5",
     [](Document& d) {
       d.layers[0].settings.bone_smoothness = {{5, 1}, {5, 2}};
     }},
    {"alpha_threshold", [](Document& d) { d.layers[0].settings.mesh.alpha_threshold = 2; }},
    {"margin", [](Document& d) { d.layers[0].settings.mesh.margin = -1; }},
    {"only one of",
     [](Document& d) {
       d.layers[0].settings.mesh.detail = 0.5;
       d.layers[0].settings.mesh.vertex_budget = 100;
     }},
    {"layer 7 \"body\": its mask, layer 4, does not exist",
     [](Document& d) { d.layers[0].mask = 4; }},
    {"its mask, layer 7, has a mask itself", [](Document& d) { d.layers[0].mask = 7; }},
    {"its mask, layer 8, has a mask itself",
     [](Document& d) {
       d.layers[0].mask = 8;
       d.layers[1].mask = 9;
     }},
    {"slot 1 \"head\": layer 3 does not exist",
     [](Document& d) {
       d.slots = {{1, "head", {3}, {}}};
     }},
    {"slot 2 \"face\": layer 8 is in a slot already",
     [](Document& d) {
       d.slots = {{1, "head", {8}, {}}, {2, "face", {8}, {}}};
     }},
    {"slot 1 \"head\": shows layer 9, which is not one of its own",
     [](Document& d) {
       d.slots = {{1, "head", {8}, 9}};
     }},
    {"skin 3 \"red\": brings layer 9 twice",
     [](Document& d) {
       d.skins = {{3, "red", {{7, 9}, {8, 9}}}};
     }},
    {"skin 3 \"red\": has two choices for layer 7",
     [](Document& d) {
       d.skins = {{3, "red", {{7, 9}, {7, 8}}}};
     }},
    {"skin 3 \"red\": replaces layer 9, which a skin brings",
     [](Document& d) {
       d.skins = {{3, "red", {{7, 9}, {9, 8}}}};
     }},
    {"slot 1 \"head\": shows layer 9, which a skin brings",
     [](Document& d) {
       d.skins = {{3, "red", {{7, 9}}}};
       d.slots = {{1, "head", {9}, {}}};
     }},
    {"the skin worn, 4, does not exist", [](Document& d) { d.skin = 4; }},
    {"constraint 1 \"\": the target, bone 9, does not exist",
     [](Document& d) {
       d.constraints = {{1, "", 1, AimConstraint{6, 9}}};
     }},
    {"constraint 1 \"\": the target, bone 6, is moved by the bones that follow it",
     [](Document& d) {
       d.constraints = {{1, "", 1, AimConstraint{5, 6}}};
     }},
    {"a chain of 3 bones is longer than bone 6 and those above it",
     [](Document& d) {
       d.constraints = {{1, "", 1, ReachConstraint{.bone = 6, .length = 3, .target = 5}}};
     }},
    {"mix is not in 0..1",
     [](Document& d) {
       d.constraints = {{1, "", 2, CopyConstraint{6, 5}}};
     }},
    {"a share is not in 0..1",
     [](Document& d) {
       d.constraints = {{1, "", 1, CopyConstraint{6, 5, 1, -1}}};
     }},
    {"constraint 1 \"\": the id is used twice",
     [](Document& d) {
       d.constraints = {{1, "", 1, AimConstraint{6, 5}}, {1, "", 1, AimConstraint{6, 5}}};
     }},
    {"spring of bone 4: the bone does not exist", [](Document& d) { d.springs = {{.bone = 4}}; }},
    {"spring of bone 6: the bone has two springs",
     [](Document& d) {
       d.springs = {{.bone = 6}, {.bone = 6}};
     }},
    {"frequency", [](Document& d) { d.springs = {{.bone = 6, .frequency = 0}}; }},
    {"damping", [](Document& d) { d.springs = {{.bone = 6, .damping = std::nan("")}}; }},
    {"clip 2 \"wave\": layer 3 does not exist",
     [](Document& d) {
       d.clips[0].layers = {{.layer = 3, .visible = {{0, false}}}};
     }},
    {"layer 7: 3 offsets for 4 vertices",
     [](Document& d) {
       d.clips[0].offsets = {{7, {{.value = Offsets(3)}}}};
     }},
    {"layer id 7: offset key 1 has another number of vertices",
     [](Document& d) {
       d.clips[0].offsets = {{7, {{.value = Offsets(4)}, {.time = 1, .value = Offsets(3)}}}};
     }},
    {"layer id 7: visible key 1 lies at 0 s",
     [](Document& d) {
       d.clips[0].layers = {{.layer = 7, .visible = {{0, false}, {0, true}}}};
     }},
    {"layer id 7: opacity key 0 lies at 2 s",
     [](Document& d) { d.clips[0].layers = {{.layer = 7, .opacity = {{.time = 2}}}}; }},
    {"clip 2 \"wave\": two tracks of looks for one thing",
     [](Document& d) {
       d.clips[0].layers = {{.layer = 7}, {.layer = 7}};
     }},
    {"clip 2 \"wave\": slot 1 does not exist",
     [](Document& d) {
       d.clips[0].slots = {{1, {}}};
     }},
    {"clip 2 \"wave\": slot 1 has no layer 9",
     [](Document& d) {
       d.slots = {{1, "head", {8}, {}}};
       d.clips[0].slots = {{1, {{0, 9}}}};
     }},
    {"clip 2 \"wave\": constraint 1 does not exist",
     [](Document& d) {
       d.clips[0].constraints = {{1, {}}};
     }},
    {"clip 2 \"wave\": draw order: layer 9 is not listed",
     [](Document& d) {
       d.clips[0].draw_order = {{0, {7, 8}}};
     }},
    {"event 1 at 0.25 s: events are sorted",
     [](Document& d) {
       d.clips[0].events = {{.time = 0.5}, {.time = 0.25}};
     }},
    {"the event at 0.5 s is not UTF-8",
     [](Document& d) { d.clips[0].events = {{.time = 0.5, .name = "\xC0"}}; }},
};

}  // namespace

TEST_CASE("a whole document is valid, and so is an empty one") {
  CHECK(validate(character()));
  CHECK(validate(Document{}));
}

TEST_CASE("slots, skins, masks, constraints, springs and their keys are valid where they fit") {
  CHECK(validate(test::dressedCharacter()));
}

TEST_CASE("a layer that is not meshed yet is valid") {
  Document document = character();
  document.layers[2].mesh = {};
  document.layers[2].uv.resize(0, 2);
  CHECK(validate(document));
}

TEST_CASE("each fault is refused and named") {
  for (const Fault& fault : faults) {
    Document document = character();
    fault.break_it(document);
    const auto result = validate(document);
    CAPTURE(fault.named);
    REQUIRE_FALSE(result);
    CAPTURE(result.error().message);
    CHECK(result.error().message.find(fault.named) != std::string::npos);
  }
}

TEST_CASE("names may be any text of UTF-8 and nothing else") {
  Document document = character();
  for (const char* good : {"", "Arm", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}) {
    document.layers[0].name = good;
    CHECK(validate(document));
  }
  for (const char* bad : {"\x80", "\xC3", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80",
                          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82"}) {
    document.layers[0].name = bad;
    CHECK_FALSE(validate(document));
  }
}

TEST_CASE("things are found by their id") {
  const Document document = character();
  CHECK(findLayer(document, 8) == &document.layers[1]);
  CHECK(findLayer(document, 1) == nullptr);
  CHECK(findImage(document, 1) == &document.images[0]);
  CHECK(findImage(document, 2) == nullptr);
  CHECK(findBone(document.skeleton, 6) == 1);
  CHECK(findBone(document.skeleton, 1) == -1);
}
