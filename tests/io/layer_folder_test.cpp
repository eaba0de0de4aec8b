// SPDX-License-Identifier: MIT
#include "vide/io/layer_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/support/message_of.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/image_file.hpp"

using namespace vide;
using namespace vide::test;

namespace {

void writePicture(const TemporaryFolder& folder, const std::string& name, int width, int height) {
  Image image(width, height);
  std::ranges::fill(image.rgba, std::uint8_t{255});
  REQUIRE(writePng(folder.file(name), image));
}

void writeLayers(const TemporaryFolder& folder, const std::string& json) {
  std::ofstream(folder.file("layers.json")) << json;
}

std::vector<std::string> namesOf(const LayeredPicture& picture) {
  std::vector<std::string> names;
  for (const PictureLayer& layer : picture.layers) names.push_back(layer.name);
  return names;
}

}  // namespace

TEST_CASE("numbers in names are compared by their value") {
  const std::vector<std::string> sorted = {"",    "2_leg", "10_arm", "a",   "a1",    "a2",
                                           "a10", "a10b",  "b",      "b01", "b1c02", "b1c10"};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      CAPTURE(sorted[i]);
      CAPTURE(sorted[j]);
      CHECK(precedesNaturally(sorted[i], sorted[j]) == (i < j));
    }
  }
  CHECK(precedesNaturally("a01", "a1") != precedesNaturally("a1", "a01"));
}

TEST_CASE("the pictures of a folder are layers in the order of their names") {
  const TemporaryFolder folder;
  for (const char* name :
       {"10_arm.png", "2-leg.png", "1 body.PNG", "30.png", "cap.png", ".x.png"}) {
    writePicture(folder, name, 7, 5);
  }
  std::ofstream(folder.file("notes.txt")) << "no layer";
  const auto picture = readLayerFolder(folder.path());
  REQUIRE(picture.has_value());
  CHECK(namesOf(*picture) == std::vector<std::string>{"body", "leg", "arm", "30", "cap"});
  CHECK(picture->width == 7);
  CHECK(picture->height == 5);
}

TEST_CASE("pictures of different sizes need a file that says where they lie") {
  const TemporaryFolder folder;
  writePicture(folder, "a.png", 7, 5);
  writePicture(folder, "b.png", 3, 5);
  CHECK(failsWith(readLayerFolder(folder.path()), "layers.json"));
  writeLayers(folder, R"({"layers": [
      {"name": "front", "image": "b.png", "x": 6, "y": -2, "opacity": 0.5, "blend": "screen"},
      {"name": "a", "visible": false, "mask": "front", "bones": ["arm", "hand"]}]})");
  const auto picture = readLayerFolder(folder.path());
  REQUIRE_MESSAGE(picture.has_value(), messageOf(picture));
  CHECK(namesOf(*picture) == std::vector<std::string>{"front", "a"});
  CHECK(picture->width == 9);
  CHECK(picture->height == 5);
  CHECK(picture->layers[0].x == 6);
  CHECK(picture->layers[0].y == -2);
  CHECK(picture->layers[0].opacity == 0.5);
  CHECK(picture->layers[0].blend == BlendMode::screen);
  CHECK_FALSE(picture->layers[1].visible);
  CHECK(picture->layers[1].mask == "front");
  CHECK(picture->layers[1].bones == std::vector<std::string>{"arm", "hand"});
}

TEST_CASE("a layers file that says what it cannot mean is refused, the layer named") {
  const TemporaryFolder folder;
  writePicture(folder, "a.png", 7, 5);
  const std::pair<const char*, const char*> faults[] = {
      {R"({"layers": [{"name": "a", "opacity": 2}]})", "layer 0: \"opacity\""},
      {R"({"layers": [{"name": "a"}, {"name": "b", "colour": 2}]})", "layer 1: \"colour\""},
      {R"({"layers": [{"image": "a.png"}]})", "layer 0: \"name\""},
      {R"({"layers": [{"name": "a", "x": 1.5}]})", "\"x\""},
      {R"({"layers": [{"name": "a", "x": 100000000}]})", "\"x\""},
      {R"({"layers": [{"name": "a", "blend": "dodge"}]})", "\"blend\""},
      {R"({"layers": [{"name": "a", "bones": "arm"}]})", "\"bones\""},
      {R"({"layers": [{"name": "a", "bones": [1]}]})", "\"bones\""},
      {R"({"width": 0, "layers": [{"name": "a"}]})", "\"width\""},
      {R"({"layers": []})", "has no layers"},
      {R"({"layers": [{"name": "none"}]})", "none.png"},
      {R"({"layers": [{"name": "a", "image": "../a.png"}]})", "outside the folder"},
      {R"({"layers": [{"name": "a", "image": "/a.png"}]})", "outside the folder"},
      {R"({"layers": [{"name": "a"}], "slots": 1})", "\"slots\" must be a list"},
      {R"({"layers": [{"name": "a"}], "slots": [{"layers": ["a"]}]})", "slot 0: \"name\""},
      {R"({"layers": [{"name": "a"}], "slots": [{"name": "s", "layers": "a"}]})", "\"layers\""},
      {R"({"layers": [{"name": "a"}], "slots": [{"name": "s", "layers": [], "at": 1}]})", "\"at\""},
      {R"({"layers": [{"name": "a"}], "slots": [{"name": "s", "layers": [], "shown": 1}]})",
       "slot 0: \"shown\""},
      {R"({"layers": [{"name": "a"}], "slots": [{"name": "s", "layers": ["a"]},
                                                {"name": "s", "layers": []}]})",
       "slots: \"s\" is there twice"},
      {R"({"layers": [{"name": "a"}], "skins": [{"name": "s"}]})", "skin 0: \"replace\""},
      {R"({"layers": [{"name": "a"}], "skins": [{"name": "s", "replace": {"a": 1}}]})",
       "skin 0: \"replace\""},
      {R"([])", "not an object"},
      {R"({"layers": [)", "layers.json"}};
  for (const auto& [json, part] : faults) {
    CAPTURE(json);
    writeLayers(folder, json);
    const auto picture = readLayerFolder(folder.path());
    CHECK_MESSAGE(failsWith(picture, part), messageOf(picture));
  }
}

TEST_CASE("limits hold, and what is no folder is refused") {
  const TemporaryFolder folder;
  CHECK(failsWith(readLayerFolder(folder.path()), "no layers"));
  CHECK(failsWith(readLayerFolder(folder.file("none")), "none"));
  writePicture(folder, "a.png", 7, 5);
  writePicture(folder, "b.png", 7, 5);
  CHECK(
      failsWith(readLayerFolder(folder.path(), {}, {.max_total_pixels = 69}), "max_total_pixels"));
  CHECK(failsWith(readLayerFolder(folder.path(), {}, {.max_layers = 1}), "max_layers"));
  CHECK(readLayerFolder(folder.path(), {}, {.max_total_pixels = 70, .max_layers = 2}));
}

TEST_CASE("a layers file may say which layers share a slot, and what skins replace") {
  const TemporaryFolder folder;
  writePicture(folder, "a.png", 7, 5);
  writePicture(folder, "b.png", 7, 5);
  writeLayers(folder, R"({"layers": [{"name": "a"}, {"name": "b"}],
      "slots": [{"name": "first", "layers": ["a", "b"]},
                {"name": "second", "layers": ["a", "b"], "shown": "b"},
                {"name": "none", "layers": ["a"], "shown": null}],
      "skins": [{"name": "night", "replace": {"a": "b"}}]})");
  const auto picture = readLayerFolder(folder.path());
  REQUIRE(picture.has_value());
  REQUIRE(picture->slots.size() == 3);
  CHECK(picture->slots[0].layers == std::vector<std::string>{"a", "b"});
  CHECK(picture->slots[0].shown == "a");
  CHECK(picture->slots[1].shown == "b");
  CHECK(picture->slots[2].shown.empty());
  REQUIRE(picture->skins.size() == 1);
  CHECK(picture->skins[0].name == "night");
  CHECK(picture->skins[0].replace == std::vector<std::pair<std::string, std::string>>{{"a", "b"}});
}

TEST_CASE("notes on layers change what they speak of") {
  LayeredPicture picture{.source = "x.ora"};
  picture.layers = {{.name = "arm"}, {.name = "body"}, {.name = "arm"}};
  LayersFile notes;
  notes.layers = {{.name = "arm", .bones = {"upper"}, .visible = false}};
  REQUIRE(applyLayerNotes(notes, picture));
  CHECK(picture.layers[0].bones == std::vector<std::string>{"upper"});
  CHECK_FALSE(picture.layers[2].visible);
  CHECK(picture.layers[1].visible);
  notes.layers = {{.name = "leg"}};
  CHECK(failsWith(applyLayerNotes(notes, picture), "'leg'"));
  notes.layers = {{.name = "arm", .x = 3}};
  CHECK(failsWith(applyLayerNotes(notes, picture), "\"x\""));
}
