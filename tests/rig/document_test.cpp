// SPDX-License-Identifier: MIT
#include "vide/rig/document.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

using namespace vide;

namespace {

Bone bone(BoneId id, const char* name, int parent) {
  Bone made;
  made.id = id;
  made.name = name;
  made.parent = parent;
  made.tail = {0, 10, 0};
  return made;
}

Layer square(LayerId id, const char* name) {
  Layer layer;
  layer.id = id;
  layer.name = name;
  layer.image = 1;
  layer.mesh.V.resize(4, 2);
  layer.mesh.V << 0, 0, 10, 0, 10, 10, 0, 10;
  layer.mesh.F.resize(2, 3);
  layer.mesh.F << 0, 1, 2, 0, 2, 3;
  layer.uv.resize(4, 2);
  layer.uv << 0, 1, 1, 1, 1, 0, 0, 0;
  return layer;
}

// Layer 0 is skinned to two bones, layer 1 follows one bone, layer 2 stays.
Document character() {
  Document document;
  document.canvas_width = 10;
  document.canvas_height = 10;
  document.images.push_back({1, "picture", "image/png", {1, 2, 3}, 10, 10});
  document.skeleton = Skeleton::fromBones({bone(5, "root", -1), bone(6, "arm", 0)}).value();
  document.layers = {square(7, "body"), square(8, "hat"), square(9, "ground")};
  Layer& skinned = document.layers[0];
  skinned.attachment = Attachment::skinned;
  skinned.bones = {5, 6};
  skinned.weights.handles = 2;
  skinned.weights.row_start = {0, 1, 2, 4, 6};
  skinned.weights.handle = {0, 1, 0, 1, 1, 0};
  skinned.weights.weight = {1, 1, 0.5, 0.5, 0.75, 0.25};
  document.layers[1].attachment = Attachment::rigid;
  document.layers[1].bones = {6};
  document.draw_order = {9, 7, 8};
  BoneTrack track;
  track.bone = 6;
  document.clips.push_back({.id = 2, .name = "wave", .duration = 1, .bones = {track}});
  return document;
}

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
};

}  // namespace

TEST_CASE("a whole document is valid, and so is an empty one") {
  CHECK(validate(character()));
  CHECK(validate(Document{}));
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
