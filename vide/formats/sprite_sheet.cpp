// SPDX-License-Identifier: MIT
#include "vide/formats/sprite_sheet.hpp"

#include <utility>

#include "vide/formats/detail/json.hpp"

namespace vide {
namespace {

using detail::Json;

Json sizeJson(int width, int height) { return {{"w", width}, {"h", height}}; }

Json areaJson(int x, int y, int width, int height) {
  return {{"x", x}, {"y", y}, {"w", width}, {"h", height}};
}

Json frameJson(const SpriteSheet& sheet, const SheetFrame& frame) {
  const bool is_trimmed = frame.width != sheet.frame_width || frame.height != sheet.frame_height;
  return {{"frame", areaJson(frame.x, frame.y, frame.width, frame.height)},
          {"rotated", false},
          {"trimmed", is_trimmed},
          {"spriteSourceSize", areaJson(frame.left, frame.top, frame.width, frame.height)},
          {"sourceSize", sizeJson(sheet.frame_width, sheet.frame_height)},
          {"duration", frame.milliseconds}};
}

// An object's members go in as they come, unlike with operator[], which looks through all of them.
Json framesByName(const SpriteSheet& sheet) {
  Json frames = Json::object();
  auto& members = frames.get_ref<Json::object_t&>();
  for (const SheetFrame& frame : sheet.frames) {
    members.emplace_back(frame.name, frameJson(sheet, frame));
  }
  return frames;
}

Json frameList(const SpriteSheet& sheet) {
  Json frames = Json::array();
  for (const SheetFrame& frame : sheet.frames) {
    Json record{{"filename", frame.name}};
    record.update(frameJson(sheet, frame));
    frames.push_back(std::move(record));
  }
  return frames;
}

Json animationsOf(const SpriteSheet& sheet) {
  Json animations = Json::object();
  for (const SheetTag& tag : sheet.tags) {
    Json names = Json::array();
    for (std::size_t i = tag.first; i <= tag.last; ++i) names.push_back(sheet.frames[i].name);
    animations[tag.name] = std::move(names);
  }
  return animations;
}

Json tagJson(const SheetTag& tag) {
  Json json{{"name", tag.name}, {"from", tag.first}, {"to", tag.last}, {"direction", "forward"}};
  if (!tag.loops) json["repeat"] = "1";
  return json;
}

Json metaOf(const SpriteSheet& sheet) {
  Json tags = Json::array();
  for (const SheetTag& tag : sheet.tags) tags.push_back(tagJson(tag));
  Json meta{{"app", "VIDE"},
            {"version", "1.0"},
            {"image", sheet.image},
            {"format", "RGBA8888"},
            {"size", sizeJson(sheet.page_width, sheet.page_height)},
            {"scale", "1"},
            {"frameTags", std::move(tags)}};
  if (!sheet.other_pages.empty()) meta["related_multi_packs"] = sheet.other_pages;
  return meta;
}

}  // namespace

std::string writeSpriteSheet(const SpriteSheet& sheet, SheetLayout layout) {
  Json json;
  if (layout == SheetLayout::hash) {
    json["frames"] = framesByName(sheet);
    json["animations"] = animationsOf(sheet);
  } else {
    json["frames"] = frameList(sheet);
  }
  json["meta"] = metaOf(sheet);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace vide
