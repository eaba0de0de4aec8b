// SPDX-License-Identifier: MIT
#include "vide/formats/dragonbones_import.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "tests/formats/sample_characters.hpp"
#include "tests/support/posed_document.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/core/math.hpp"

using namespace vide;

namespace {

// A page of 40 x 20 pixels: a trimmed picture, one that lies turned, and one for a mesh.
constexpr auto atlas_text =
    R"({"name": "toy", "imagePath": "toy_tex.png", "width": 40, "height": 20,
 "SubTexture": [
  {"name": "box", "x": 2, "y": 4, "width": 10, "height": 6,
   "frameX": -3, "frameY": -1, "frameWidth": 16, "frameHeight": 8},
  {"name": "lying", "x": 20, "y": 0, "width": 4, "height": 12, "rotated": true},
  {"name": "sheet", "x": 30, "y": 10, "width": 10, "height": 10}]})";

constexpr auto toy_text = R"({"frameRate": 10, "name": "toy", "version": "5.5", "armature": [{
 "name": "toy", "aabb": {"x": -50, "y": -60, "width": 100, "height": 80},
 "bone": [
  {"name": "arm", "parent": "root", "length": 20, "transform": {"x": 10, "y": -5, "skX": 30, "skY": 30}},
  {"name": "root"},
  {"name": "bent", "parent": "arm", "transform": {"x": 20, "skX": 25, "skY": 10, "scX": 2, "scY": 0.5}}],
 "slot": [
  {"name": "back", "parent": "arm", "displayIndex": 1, "color": {"aM": 50, "rM": 25}},
  {"name": "front", "parent": "root", "blendMode": "add"},
  {"name": "skin", "parent": "root"}],
 "skin": [{"name": "", "slot": [
  {"name": "back", "display": [
   {"name": "box", "transform": {"x": 3, "y": 7, "skX": 90, "skY": 90}},
   {"name": "lying", "pivot": {"x": 0, "y": 0}}]},
  {"name": "front", "display": [
   {"type": "mesh", "name": "sheet", "vertices": [0, 0, 10, 0, 0, 10], "uvs": [0, 0, 1, 0, 0, 1],
    "triangles": [0, 1, 2], "transform": {"x": 1, "y": 2}}]},
  {"name": "skin", "display": [
   {"type": "mesh", "name": "soft", "path": "sheet", "vertices": [0, 0, 40, 0, 0, 10],
    "uvs": [0, 0, 1, 0, 0, 1], "triangles": [0, 1, 2], "slotPose": [1, 0, 0, 1, 0, 0],
    "weights": [1, 1, 1, 2, 0, 0.75, 1, 0.25, 1, 0, 1],
    "bonePose": [0, 0.8660254, 0.5, -0.5, 0.8660254, 13, -5, 1, 1, 0, 0, 1, 3, 0]}]}]}],
 "ik": [{"name": "reach", "bone": "bent", "target": "root", "chain": 0, "bendPositive": false}],
 "animation": [{"name": "move", "duration": 10, "playTimes": 0,
  "frame": [{"duration": 4}, {"duration": 6, "events": [{"name": "hit", "ints": [3], "strings": ["x"]}]}],
  "zOrder": {"frame": [{"duration": 5}, {"duration": 5, "zOrder": [0, 2]}]},
  "bone": [
   {"name": "arm",
    "rotateFrame": [{"duration": 4, "tweenEasing": 0, "clockwise": 2, "rotate": 0},
                    {"duration": 6, "curve": [0.25, 0, 0.75, 1], "rotate": 90}, {"duration": 0, "rotate": 0}],
    "translateFrame": [{"duration": 5, "tweenEasing": 1, "x": 0}, {"duration": 5, "x": 10, "y": 4}]},
   {"name": "bent", "rotateFrame": [{"duration": 10, "tweenEasing": 0, "rotate": 0, "skew": 0},
                                    {"duration": 0, "rotate": 40, "skew": 20}]}],
  "slot": [{"name": "back", "displayFrame": [{"duration": 3, "value": 0}, {"duration": 7, "value": -1}],
            "colorFrame": [{"duration": 10, "tweenEasing": 0, "value": {"aM": 100}}, {"duration": 0, "value": {"aM": 0}}]}],
  "ffd": [{"name": "soft", "slot": "skin", "skin": "",
           "frame": [{"duration": 10, "tweenEasing": 0}, {"duration": 0, "offset": 1, "vertices": [8, 6]}]}]}]}]})";

std::vector<DragonBonesPage> toyPages() {
  return {{parseDragonBonesAtlas(atlas_text).value(), test::smallPng()}};
}

ImportedDocument toy() { return importDragonBones(toy_text, toyPages()).value(); }

const Layer& layerNamed(const Document& document, std::string_view name) {
  for (const Layer& layer : document.layers) {
    if (layer.name == name) return layer;
  }
  FAIL("no such layer");
  return document.layers[0];
}

// A point of the file, y down, in the document: the canvas reaches from (-50, -60) to (50, 20), and
// further where the rectangles lie.
Vec3 inDocument(const Document& document, double x, double y) {
  const Vec3 origin = document.skeleton.head(std::size_t(document.skeleton.find("root")));
  // The root was bound 3 pixels to the right of the armature's origin.
  return {origin.x - 3 + x, origin.y - y, 0};
}

double apart(Vec3 a, Vec3 b) { return std::hypot(a.x - b.x, a.y - b.y); }

Vec3 vertex(const Layer& layer, int v) { return {layer.mesh.V(v, 0), layer.mesh.V(v, 1), 0}; }

// DragonBones' own matrices, y down, written out: columns a b, c d, and x y.
struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, x = 0, y = 0;
  Vec3 at(double px, double py) const { return {a * px + c * py + x, b * px + d * py + y, 0}; }
};

Matrix matrix(double x, double y, double skew_x, double skew_y, double sx = 1, double sy = 1) {
  const double kx = skew_x * math::pi / 180, ky = skew_y * math::pi / 180;
  return {std::cos(ky) * sx, std::sin(ky) * sx, -std::sin(kx) * sy, std::cos(kx) * sy, x, y};
}

Matrix operator*(const Matrix& p, const Matrix& m) {
  const Vec3 at = p.at(m.x, m.y);
  return {p.a * m.a + p.c * m.b,
          p.b * m.a + p.d * m.b,
          p.a * m.c + p.c * m.d,
          p.b * m.c + p.d * m.d,
          at.x,
          at.y};
}

}  // namespace

TEST_CASE("a DragonBones armature becomes bones, slots, layers and constraints") {
  const ImportedDocument imported = toy();
  const Document& document = imported.document;
  CHECK(imported.warnings.empty());
  REQUIRE(validate(document));
  REQUIRE(document.skeleton.size() == 3);
  CHECK(document.skeleton[0].name == "root");
  CHECK(document.skeleton[std::size_t(document.skeleton.find("arm"))].tail == Vec3{20, 0, 0});
  REQUIRE(document.slots.size() == 3);
  CHECK(document.slots[0].name == "back");
  CHECK(document.slots[0].shown == document.slots[0].layers[1]);
  CHECK(layerNamed(document, "box").opacity == 0.5);
  CHECK(layerNamed(document, "box").tint == Vec3{0.25, 1, 1});
  CHECK(layerNamed(document, "sheet").blend == BlendMode::add);
  REQUIRE(document.constraints.size() == 1);
  const auto& reach = std::get<ReachConstraint>(document.constraints[0].kind);
  CHECK(reach.length == 1);
  CHECK(reach.bend == Bend::counter_clockwise);
}

TEST_CASE("pictures of an atlas are rectangles about their pivot, less what was trimmed") {
  const Document document = toy().document;
  const Layer& box = layerNamed(document, "box");
  const Matrix arm = matrix(10, -5, 30, 30), local = matrix(3, 7, 90, 90);
  // The frame of 16 x 8 is centred; the picture starts 3 and 1 pixels inside.
  const Vec3 top_left = (arm * local).at(-8 + 3, -4 + 1);
  const Vec3 bottom_right = (arm * local).at(-8 + 13, -4 + 7);
  // The arm was bound three pixels to the right of where it is set up; the box went along.
  CHECK(apart(vertex(box, 3), inDocument(document, top_left.x + 3, top_left.y)) < 1e-4);
  CHECK(apart(vertex(box, 1), inDocument(document, bottom_right.x + 3, bottom_right.y)) < 1e-4);
  CHECK(box.uv(3, 0) == doctest::Approx(2.0 / 40));
  CHECK(box.uv(1, 1) == doctest::Approx(10.0 / 20));

  // Turned clockwise on the page: its top left is the page's top right.
  const Layer& lying = layerNamed(document, "lying");
  const Vec3 far = arm.at(12, 4);
  CHECK(apart(vertex(lying, 1), inDocument(document, far.x + 3, far.y)) < 1e-4);
  CHECK(lying.uv(3, 0) == doctest::Approx(24.0 / 40));
  CHECK(lying.uv(3, 1) == doctest::Approx(0));
  CHECK(lying.uv(2, 1) == doctest::Approx(12.0 / 20));
}

TEST_CASE("bones of an imported clip move as DragonBones adds their parts up") {
  const Document document = toy().document;
  const Clip clip = test::playedOnce(document.clips.at(0));
  const Layer& box = layerNamed(document, "box");
  const Layer& soft = layerNamed(document, "soft");
  CHECK(document.clips[0].loop);
  CHECK(clip.duration == doctest::Approx(1));
  struct Moment {
    double time, turned, moved;
  };
  // Turning once around on the way to 90 degrees; the curve is halfway at its middle. Moving eases
  // out: 1 - (1 - t)^2.
  for (const auto& [time, turned, moved] :
       {Moment{0, 0, 0}, {0.2, 225, 1 - 0.36}, {0.4, 450, 1 - 0.04}, {0.7, 405, 1}}) {
    CAPTURE(time);
    const auto skinning = test::skinningAt(document, clip, time);
    const Matrix arm = matrix(10 + 10 * moved, -5 + 4 * moved, 30 + turned, 30 + turned);
    const Vec3 corner = (arm * matrix(3, 7, 90, 90)).at(-5, -3);
    const auto boxed = test::posedLayer(document, box, skinning, clip, time);
    CHECK(apart(boxed[3], inDocument(document, corner.x, corner.y)) < 1e-4);

    // Both bones were bound 3 pixels to the right; the second number of vertex 0 and the first of
    // vertex 1 are pushed on.
    const auto bent = test::posedLayer(document, soft, skinning, clip, time);
    CHECK(apart(bent[0], inDocument(document, 0 - 3, 0 + 8 * time)) < 1e-4);
    const Matrix bind{0.8660254, 0.5, -0.5, 0.8660254, 13, -5};
    const double gx = 40 + 6 * time - bind.x, gy = 0 - bind.y;
    const Vec3 in_arm{bind.a * gx + bind.b * gy, bind.c * gx + bind.d * gy, 0};
    const Vec3 by_arm = arm.at(in_arm.x, in_arm.y);
    const Vec3 mixed{0.75 * by_arm.x + 0.25 * (37 + 6 * time), 0.75 * by_arm.y, 0};
    CHECK(apart(bent[1], inDocument(document, mixed.x, mixed.y)) < 1e-3);
  }
}

TEST_CASE("a sheared bone that turns is sampled") {
  const Document document = toy().document;
  const Clip clip = test::playedOnce(document.clips.at(0));
  const auto bent = std::size_t(document.skeleton.find("bent"));
  for (const double share : {0.0, 0.35, 0.5, 1.0}) {
    std::vector<Transform> pose(document.skeleton.size());
    samplePose(clip, document.skeleton, share, pose);
    const Affine3 local = toAffine(document.skeleton[bent].local) * toAffine(pose[bent]);
    const Matrix wanted = matrix(20, 0, 25 + 60 * share, 10 + 40 * share, 2, 0.5);
    CHECK(local.linear.x.x == doctest::Approx(wanted.a).epsilon(0.01));
    CHECK(local.linear.x.y == doctest::Approx(-wanted.b).epsilon(0.01));
    CHECK(local.linear.y.x == doctest::Approx(-wanted.c).epsilon(0.01));
    CHECK(local.linear.y.y == doctest::Approx(wanted.d).epsilon(0.01));
  }
}

TEST_CASE("slots, colours, orders and events of an imported clip") {
  const Document document = toy().document;
  const Clip& clip = document.clips.at(0);
  const auto& back = document.slots[0];
  CHECK(sampleSlot(clip, back.id, 0.1, back.shown) == back.layers[0]);
  CHECK(sampleSlot(clip, back.id, 0.3, back.shown) == std::nullopt);
  const LayerLook look = sampleLook(clip, back.layers[0], 0.5, {});
  CHECK(look.opacity == doctest::Approx(0.5));
  REQUIRE(clip.events.size() == 1);
  CHECK(clip.events[0] == ClipEvent{0.4, "hit", "x", 3});
  const auto order = sampleDrawOrder(clip, 0.6, document.draw_order);
  CHECK(std::vector(order.begin(), order.end()) ==
        std::vector<std::uint32_t>{2, 3, back.layers[0], back.layers[1]});
}

TEST_CASE("the shared character of DragonBones is read whole") {
  const auto skeleton = test::sharedFile("data/2d/DragonBones/body/body_ske.json");
  const auto atlas = test::sharedFile("data/2d/DragonBones/body/body_tex.json");
  const auto picture = test::sharedFile("data/2d/DragonBones/body/body_tex.png");
  if (!skeleton || !atlas || !picture) return;
  const std::vector<DragonBonesPage> pages{
      {parseDragonBonesAtlas(*atlas).value(), {picture->begin(), picture->end()}}};
  const auto imported = importDragonBones(*skeleton, pages);
  REQUIRE(imported);
  const Document& document = imported->document;
  CHECK(document.skeleton.size() == 70);
  CHECK(document.clips.size() == 10);
  CHECK(document.constraints.size() == 4);
  const auto skinned = std::ranges::count(document.layers, Attachment::skinned, &Layer::attachment);
  CHECK(skinned == 7);
  for (const Clip& clip : document.clips) CHECK(clip.offsets.size() == 1);
}

TEST_CASE("DragonBones files that do not fit together are refused with their place") {
  const auto fault = [](std::string from, std::string to) {
    std::string broken = toy_text;
    const auto at = broken.find(from);
    REQUIRE(at != std::string::npos);
    broken.replace(at, from.size(), to);
    const auto imported = importDragonBones(broken, toyPages());
    return imported ? std::string() : imported.error().message;
  };
  CHECK(fault("\"armature\"", "\"other\"").contains("armature"));
  CHECK(fault("\"triangles\": [0, 1, 2], \"transform\"", "\"triangles\": [0, 1, 9], \"transform\"")
            .contains("sheet"));
  CHECK(fault("\"weights\": [1, 1, 1, 2", "\"weights\": [7, 1, 1, 2").contains("weights"));
  CHECK(fault("\"bonePose\": [0,", "\"bonePose\": [9,").contains("bonePose"));
  CHECK(fault("{\"name\": \"root\"}", "{\"name\": \"root\", \"parent\": \"bent\"}").size() > 0);
  CHECK(fault("\"duration\": 10, \"playTimes\"", "\"duration\": 1e9, \"playTimes\"")
            .contains("max_frames"));
  const std::string whole = toy_text;
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    CHECK_FALSE(importDragonBones(whole.substr(0, length), toyPages()));
  }
}
