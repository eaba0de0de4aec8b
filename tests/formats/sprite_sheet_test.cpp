// SPDX-License-Identifier: MIT
#include "vide/formats/sprite_sheet.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace vide;

namespace {

using Json = nlohmann::ordered_json;

SpriteSheet sheetOfThree() {
  SpriteSheet sheet{.image = "fox.png", .page_width = 64, .page_height = 32};
  sheet.frame_width = 20;
  sheet.frame_height = 10;
  sheet.frames = {{"walk_0001", 2, 3, 8, 9, 5, 1, 33},
                  {"walk_0002", 12, 3, 20, 10, 0, 0, 34},
                  {"jump_0001", 2, 3, 8, 9, 6, 1, 100}};
  sheet.tags = {{"walk", 0, 1, true}, {"jump", 2, 2, false}};
  return sheet;
}

Json written(const SpriteSheet& sheet, SheetLayout layout) {
  return Json::parse(writeSpriteSheet(sheet, layout), nullptr, false);
}

const Json whole_second{{"frame", {{"x", 12}, {"y", 3}, {"w", 20}, {"h", 10}}},
                        {"rotated", false},
                        {"trimmed", false},
                        {"spriteSourceSize", {{"x", 0}, {"y", 0}, {"w", 20}, {"h", 10}}},
                        {"sourceSize", {{"w", 20}, {"h", 10}}},
                        {"duration", 34}};

}  // namespace

TEST_CASE("a sheet says by name where each frame lies, in the order of the frames") {
  const Json json = written(sheetOfThree(), SheetLayout::hash);
  REQUIRE(json.is_object());
  const Json& frames = json["frames"];
  REQUIRE(frames.size() == 3);
  CHECK(frames.begin().key() == "walk_0001");
  CHECK(std::prev(frames.end()).key() == "jump_0001");
  CHECK(frames["walk_0002"] == whole_second);
  CHECK(frames["walk_0001"]["trimmed"] == true);
  CHECK(frames["walk_0001"]["spriteSourceSize"] == Json{{"x", 5}, {"y", 1}, {"w", 8}, {"h", 9}});
  CHECK(json["animations"] ==
        Json{{"walk", {"walk_0001", "walk_0002"}}, {"jump", Json::array({"jump_0001"})}});
}

TEST_CASE("a sheet may list its frames, each with its name in it") {
  const Json json = written(sheetOfThree(), SheetLayout::array);
  REQUIRE(json["frames"].is_array());
  Json second = json["frames"][1];
  CHECK(second["filename"] == "walk_0002");
  second.erase("filename");
  CHECK(second == whole_second);
  CHECK(!json.contains("animations"));
}

TEST_CASE("a sheet names its picture, its clips and its other pages") {
  SpriteSheet sheet = sheetOfThree();
  const Json meta = written(sheet, SheetLayout::hash)["meta"];
  CHECK(meta["image"] == "fox.png");
  CHECK(meta["size"] == Json{{"w", 64}, {"h", 32}});
  CHECK(meta["format"] == "RGBA8888");
  CHECK(meta["scale"] == "1");
  CHECK(meta["app"].is_string());
  CHECK(meta["version"].is_string());
  const Json walk{{"name", "walk"}, {"from", 0}, {"to", 1}, {"direction", "forward"}};
  const Json jump{
      {"name", "jump"}, {"from", 2}, {"to", 2}, {"direction", "forward"}, {"repeat", "1"}};
  CHECK(meta["frameTags"] == Json::array({walk, jump}));
  CHECK(!meta.contains("related_multi_packs"));
  sheet.other_pages = {"fox-1.json", "fox-2.json"};
  CHECK(written(sheet, SheetLayout::array)["meta"]["related_multi_packs"] ==
        Json::array({"fox-1.json", "fox-2.json"}));
}

TEST_CASE("names of any bytes give a sheet that can be read") {
  SpriteSheet sheet = sheetOfThree();
  sheet.tags[0].name = "\"F\xC3\xBC\xC3\x9F\"\n";
  sheet.frames[0].name = "broken \xFF\xC3";
  const Json json = written(sheet, SheetLayout::array);
  REQUIRE(json.is_object());
  CHECK(json["meta"]["frameTags"][0]["name"] == sheet.tags[0].name);
}
