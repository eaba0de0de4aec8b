// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/formats/engine_samples.hpp"
#include "tests/formats/spine_reader.hpp"
#include "tests/support/posed_document.hpp"
#include "tests/support/shared_data.hpp"
#include "vide/formats/dragonbones_import.hpp"
#include "vide/formats/engine_export.hpp"
#include "vide/rig/drawn_layers.hpp"

using namespace vide;
using test::SpineReader;

namespace {

// Typed from the description of the format, with values that can be worked out by hand.
constexpr auto arm_text = R"({"skeleton": {"spine": "4.2.00"},
 "bones": [{"name": "root"},
  {"name": "a", "parent": "root", "x": 10, "rotation": 90},
  {"name": "b", "parent": "a", "x": 5, "scaleX": 2, "shearY": -45}],
 "slots": [{"name": "one", "bone": "b", "attachment": "m"}, {"name": "two", "bone": "root"},
  {"name": "three", "bone": "root", "attachment": "w"}],
 "skins": [{"name": "default", "attachments": {
  "one": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 0, 1], "triangles": [0, 1, 2],
                "vertices": [0, 0, 1, 0, 0, 1]}},
  "two": {"t": {"type": "mesh", "uvs": [0, 0], "triangles": [], "vertices": [3, 4]}},
  "three": {"w": {"type": "mesh", "uvs": [0, 0], "triangles": [],
                  "vertices": [2, 1, 4, 0, 0.25, 0, 10, 8, 0.75]}}}}],
 "animations": {"move": {
  "bones": {"a": {"rotate": [{"value": 0}, {"time": 1, "value": 90}],
                  "translate": [{"time": 0.5, "x": 4, "curve": "stepped"}, {"time": 1, "y": 2}]},
            "b": {"scale": [{"x": 1, "y": 1, "curve": [0.5, 1, 0.5, 3, 0.5, 1, 0.5, 1]},
                            {"time": 1, "x": 3, "y": 1}]}},
  "slots": {"two": {"attachment": [{"time": 0.5, "name": "t"}, {"time": 0.75, "name": null}]}},
  "drawOrder": [{"time": 0.25, "offsets": [{"slot": "one", "offset": 2}]}, {"time": 0.75}],
  "attachments": {"default": {"three": {"w": {"deform": [
   {"vertices": [0, 0, 0, 0]}, {"time": 1, "vertices": [4, 0, 0, 8]}]}}}},
  "events": [{"time": 0.5, "name": "hit"}]}}})";

void checkPoint(const test::SpinePoint& point, double x, double y) {
  CHECK(point.x == doctest::Approx(x));
  CHECK(point.y == doctest::Approx(y));
}

std::vector<std::string> slotsOf(const std::vector<test::SpineShown>& shown) {
  std::vector<std::string> names;
  for (const auto& seen : shown) names.push_back(seen.slot);
  return names;
}

// The farthest that any vertex of what a file shows is from where VIDE puts it; also compares what
// is shown, in which order and in which colours.
double farthest(const Document& document, const SpineReader& reader, const Clip& clip, double time,
                const std::string& skin) {
  const auto skinning = test::skinningAt(document, clip, time);
  std::vector<DrawnLayer> drawn;
  DrawnLayers(document).at(&clip, time, drawn);
  std::erase_if(drawn, [&](const DrawnLayer& seen) {
    return document.layers[seen.layer].mesh.F.rows() == 0;
  });
  const auto shown = reader.shownAt(clip.name, time, skin);
  REQUIRE(shown.size() == drawn.size());
  double worst = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const Layer& layer = document.layers[drawn[i].layer];
    // Names that repeat are numbered.
    if (skin == "default") CHECK(shown[i].attachment.starts_with(layer.name));
    const LayerLook& look = drawn[i].look;
    const double wanted[] = {look.tint.x, look.tint.y, look.tint.z, look.opacity};
    for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(shown[i].color[k] - wanted[k]) < 0.51 / 255);
    const auto posed = test::posedLayer(document, layer, skinning, clip, time);
    REQUIRE(shown[i].vertices.size() == posed.size());
    for (std::size_t v = 0; v < posed.size(); ++v) {
      worst = std::max(worst, std::hypot(shown[i].vertices[v].x - posed[v].x,
                                         shown[i].vertices[v].y - posed[v].y));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("the reader of Spine files poses what was typed by hand") {
  const SpineReader reader(arm_text);
  SUBCASE("at rest: a sheared and scaled bone on a turned one") {
    const auto shown = reader.shownAt("", 0);
    CHECK(slotsOf(shown) == std::vector<std::string>{"one", "three"});
    checkPoint(shown[0].vertices[0], 10, 5);
    checkPoint(shown[0].vertices[1], 10, 7);  // along the bone, twice as long
    const double half = std::sqrt(0.5);       // across it, but 45 degrees less turned
    checkPoint(shown[0].vertices[2], 10 - half, 5 + half);
    // A quarter of bone a's (4, 0) and three of the root's (10, 8).
    checkPoint(shown[1].vertices[0], 0.25 * 10 + 7.5, 0.25 * 4 + 6);
  }
  SUBCASE("in motion: straight, stepped and curved") {
    const auto bones = reader.bonesAt("move", 0.5);
    checkPoint(bones[1].at(1, 0), 14 - std::sqrt(0.5), std::sqrt(0.5));
    checkPoint(reader.bonesAt("move", 0.25)[1].at(0, 0), 10, 0);
    checkPoint(reader.bonesAt("move", 0.999)[1].at(0, 0), 14, 0);
    checkPoint(reader.bonesAt("move", 1)[1].at(0, 0), 10, 2);
    // A curve with both arms at the middle passes halfway there; twice the scale at rest.
    const auto& b = bones[2];
    CHECK(std::hypot(b.a, b.c) == doctest::Approx(2 * 2));
  }
  SUBCASE("attachments, order, deformation and events") {
    CHECK(slotsOf(reader.shownAt("move", 0.3)) == std::vector<std::string>{"three", "one"});
    CHECK(slotsOf(reader.shownAt("move", 0.6)) == std::vector<std::string>{"two", "three", "one"});
    CHECK(slotsOf(reader.shownAt("move", 0.8)) == std::vector<std::string>{"one", "three"});
    const auto soft = reader.shownAt("move", 1).back().vertices[0];
    checkPoint(soft, 0.25 * (10 - 8) + 7.5, 0.25 * 2 + 0.75 * 16);
    CHECK(reader.eventsUntil("move", 0.4).empty());
    CHECK(reader.eventsUntil("move", 0.5) == std::vector<std::string>{"hit"});
  }
}

TEST_CASE("documents written for Spine are posed as VIDE poses them") {
  for (const auto& [name, document] : test::planeSamples()) {
    CAPTURE(name);
    const auto written = writeSpine(document, {.name = name});
    REQUIRE(written);
    const SpineReader reader(written->text);
    for (const Clip& authored : document.clips) {
      const Clip clip = test::playedOnce(authored);
      for (const double share : {0.0, 0.11, 0.26, 0.47, 0.51, 0.73, 0.9, 1.0}) {
        CAPTURE(clip.name);
        CAPTURE(share);
        CHECK(farthest(document, reader, clip, share * clip.duration, "default") < 0.1);
      }
    }
  }
}

TEST_CASE("skins and events reach Spine") {
  Document document = test::puppet();
  const auto written = writeSpine(document, {});
  REQUIRE(written);
  const SpineReader reader(written->text);
  document.skin = document.skins[0].id;
  const Clip clip = test::playedOnce(document.clips[0]);
  CHECK(farthest(document, reader, clip, 0.5, "winter") < 0.1);
  CHECK(reader.eventsUntil("shift", 1) == std::vector<std::string>{"step", "sound", "end"});
}

TEST_CASE("what a skin brings keeps its colour in Spine, also beside a darker layer") {
  Document document = test::puppet();
  std::erase_if(document.clips, [](const Clip& clip) { return clip.name != "reach"; });
  Layer &own = document.layers[2], &brought = document.layers[4];
  REQUIRE(document.skins[0].choices[0].instead_of == own.id);
  REQUIRE(document.skins[0].choices[0].layer == brought.id);
  SUBCASE("a brighter tint") {
    own.tint = document.layers[3].tint = {0.25, 0.5, 0.75};
    brought.tint = {0.5, 1, 0.25};
  }
  SUBCASE("a layer that is not seen") {
    own.opacity = document.layers[3].opacity = 0;
    brought.opacity = 0.75;
  }
  SUBCASE("a darker one") {
    own.tint = document.layers[3].tint = {1, 0.5, 1};
    brought.tint = {0.5, 0.5, 0};
  }
  const auto written = writeSpine(document, {});
  REQUIRE(written);
  const SpineReader reader(written->text);
  const Clip clip = test::playedOnce(document.clips[0]);
  CHECK(farthest(document, reader, clip, 0.5, "default") < 0.1);
  document.skin = document.skins[0].id;
  CHECK(farthest(document, reader, clip, 0.5, "winter") < 0.1);
}

TEST_CASE("what a skin cannot show in Spine because clips dye the layer in its place is said") {
  Document document = test::puppet();
  LayerTrack dyed{.layer = 3};
  dyed.tint = {{0, {0.25, 1, 1}}, {1, {0.5, 1, 1}}};
  document.layers[2].tint = {0.25, 1, 1};
  document.clips[1].layers.push_back(dyed);
  const auto said = [&] {
    const auto warnings = writeSpine(document, {}).value().warnings;
    return std::ranges::any_of(warnings, [](const std::string& warning) {
      return warning.contains("\"glove\"") && warning.contains("\"winter\"");
    });
  };
  CHECK(said());
  document.layers[4].tint = {0.25, 1, 0.5};
  CHECK_FALSE(said());
}

TEST_CASE("the shared character of DragonBones reaches Spine with its constraints") {
  const auto skeleton = test::sharedFile("data/2d/DragonBones/body/body_ske.json");
  const auto atlas = test::sharedFile("data/2d/DragonBones/body/body_tex.json");
  const auto picture = test::sharedFile("data/2d/DragonBones/body/body_tex.png");
  if (!skeleton || !atlas || !picture) return;
  const std::vector<DragonBonesPage> pages{
      {parseDragonBonesAtlas(*atlas).value(), {picture->begin(), picture->end()}}};
  const Document document = importDragonBones(*skeleton, pages).value().document;
  const auto written = writeSpine(document, {});
  REQUIRE(written);
  const SpineReader reader(written->text);
  CHECK(nlohmann::json::parse(written->text)["ik"].size() == 4);
  CHECK(document.clips.size() == 10);
  for (const Clip& authored : document.clips) {
    CAPTURE(authored.name);
    const Clip clip = test::playedOnce(authored);
    CHECK(farthest(document, reader, clip, 0.37 * clip.duration, "default") < 0.1);
  }
}

TEST_CASE("a document in space is not for programs of the plane") {
  const auto written = writeSpine(test::spatialCharacter(), {});
  REQUIRE_FALSE(written);
  CHECK(written.error().message.contains(".glb"));
  CHECK_FALSE(writeDragonBones(test::spatialCharacter(), {}));
  CHECK_FALSE(writeGodot(test::spatialCharacter(), {}, {}));
}

TEST_CASE("a document that is not valid is not exported") {
  Document document = test::walker();
  std::get<ReachConstraint>(document.constraints[0].kind).bone = 99;
  CHECK_FALSE(writeSpine(document, {}));
  CHECK_FALSE(writeDragonBones(document, {}));
  CHECK_FALSE(writeGodot(document, {}, {}));
}

TEST_CASE("a clip of days is not exported") {
  Document document = test::walker();
  document.clips[1].duration = 1e9;
  const auto written = writeSpine(document, {});
  REQUIRE_FALSE(written);
  CHECK(written.error().code == ErrorCode::limit_exceeded);
  CHECK(written.error().message.contains("wait"));
  CHECK_FALSE(writeDragonBones(document, {}));
  CHECK_FALSE(writeGodot(document, {}, {}));
}
