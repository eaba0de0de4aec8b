// SPDX-License-Identifier: MIT
#include "vide/formats/handles_json.hpp"

#include <algorithm>
#include <array>

#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::SortedJson;

constexpr std::array<std::string_view, 4> selections = {"vertices", "group", "box", "nearest"};
constexpr std::pair<const char*, FastHold> holds[] = {{"transform", FastHold::transform},
                                                      {"position", FastHold::position},
                                                      {"linear", FastHold::linear},
                                                      {"free", FastHold::free}};
constexpr std::array<std::string_view, 4> motions = {"move", "axis", "degrees", "center"};

Result<Vec3> readPoint(const JsonObject& object, const char* key) {
  double numbers[3] = {0, 0, 0};
  if (auto read = object.numbers(key, 2, numbers); !read) return std::unexpected(read.error());
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

// A misspelt member would otherwise be a handle that quietly does not move.
Result<void> checkMembers(const SortedJson& node, const std::string& place,
                          std::span<const std::string_view> known) {
  for (const auto& [name, value] : node.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    return fail(ErrorCode::malformed_data, text(place, ": \"", name, "\" is not known here"));
  }
  return {};
}

Result<VertexSelection> readVertices(const JsonObject& handle) {
  const auto list = handle.list("vertices");
  if (!list) return std::unexpected(list.error());
  VertexList selection;
  for (const SortedJson& index : *list) {
    if (!index.is_number_integer() || !(index.get<double>() >= 0 && index.get<double>() < 0x1p31)) {
      return fail(ErrorCode::malformed_data,
                  text(handle.place(), ": \"vertices\" must be whole numbers from 0"));
    }
    selection.vertices.push_back(index.get<int>());
  }
  return selection;
}

Result<VertexSelection> readBox(const JsonObject& handle) {
  const auto box = JsonObject::of(*handle.find("box"), handle.place() + ", \"box\"");
  if (!box) return std::unexpected(box.error());
  static constexpr std::array<std::string_view, 2> known = {"low", "high"};
  if (auto valid = checkMembers(*handle.find("box"), box->place(), known); !valid) {
    return std::unexpected(valid.error());
  }
  const auto low = readPoint(*box, "low");
  if (!low) return std::unexpected(low.error());
  const auto high = readPoint(*box, "high");
  if (!high) return std::unexpected(high.error());
  return VertexBox{*low, *high};
}

Result<VertexSelection> readSelection(const JsonObject& handle) {
  const auto given = std::ranges::count_if(
      selections, [&](std::string_view name) { return handle.find(name.data()) != nullptr; });
  if (given != 1) {
    return fail(
        ErrorCode::malformed_data,
        text(handle.place(), ": give one of \"vertices\", \"group\", \"box\" and ", "\"nearest\""));
  }
  if (handle.find("vertices")) return readVertices(handle);
  if (handle.find("box")) return readBox(handle);
  if (handle.find("group")) {
    const auto group = handle.integer("group");
    if (!group) return std::unexpected(group.error());
    return VertexGroup{*group};
  }
  const auto point = readPoint(handle, "nearest");
  if (!point) return std::unexpected(point.error());
  return NearestVertex{*point};
}

Result<HandleKey> readMotion(const JsonObject& object) {
  HandleKey key;
  for (const auto& [name, value] : {std::pair{"move", &key.move}, {"axis", &key.axis}}) {
    if (!object.find(name)) continue;
    const auto point = readPoint(object, name);
    if (!point) return std::unexpected(point.error());
    *value = *point;
  }
  const auto degrees = object.numberOr("degrees", 0);
  if (!degrees) return std::unexpected(degrees.error());
  key.degrees = *degrees;
  if (object.find("center")) {
    const auto center = readPoint(object, "center");
    if (!center) return std::unexpected(center.error());
    key.center = *center;
  }
  return key;
}

Result<HandleKey> readKey(const SortedJson& node, const std::string& place) {
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  static constexpr std::array<std::string_view, 5> known = {"time", "move", "axis", "degrees",
                                                            "center"};
  if (auto valid = checkMembers(node, place, known); !valid) return std::unexpected(valid.error());
  const auto time = object->number("time");
  if (!time) return std::unexpected(time.error());
  auto key = readMotion(*object);
  if (key) key->time = *time;
  return key;
}

Result<std::vector<HandleKey>> readKeys(const JsonObject& handle) {
  const bool moves = std::ranges::any_of(
      motions, [&](std::string_view name) { return handle.find(name.data()) != nullptr; });
  std::vector<HandleKey> keys;
  if (!handle.find("keys")) {
    if (!moves) return keys;
    const auto key = readMotion(handle);
    if (!key) return std::unexpected(key.error());
    keys.push_back(*key);
    return keys;
  }
  if (moves) {
    return fail(ErrorCode::malformed_data,
                text(handle.place(), ": give \"keys\" or one motion, not both"));
  }
  const auto list = handle.list("keys");
  if (!list) return std::unexpected(list.error());
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto key = readKey((*list)[i], text(handle.place(), ", key ", i));
    if (!key) return std::unexpected(key.error());
    keys.push_back(*key);
  }
  return keys;
}

Result<FastHold> readHold(const JsonObject& handle) {
  if (!handle.find("hold")) return FastHold::transform;
  const auto name = handle.string("hold");
  if (!name) return std::unexpected(name.error());
  for (const auto& [known, hold] : holds) {
    if (*name == known) return hold;
  }
  return fail(ErrorCode::malformed_data,
              text(handle.place(), ": \"hold\" is \"", *name,
                   "\"; give \"transform\", \"position\", \"linear\" or \"free\""));
}

Result<Handle> readHandle(const SortedJson& node, std::size_t index) {
  const std::string place = text("handle ", index);
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  static constexpr std::array<std::string_view, 11> known = {
      "name", "vertices", "group",  "box",  "nearest", "move",
      "axis", "degrees",  "center", "keys", "hold"};
  if (auto valid = checkMembers(node, place, known); !valid) return std::unexpected(valid.error());
  Handle handle;
  if (object->find("name")) {
    const auto name = object->string("name");
    if (!name) return std::unexpected(name.error());
    handle.name = *name;
  }
  auto selection = readSelection(*object);
  if (!selection) return std::unexpected(selection.error());
  handle.selection = std::move(*selection);
  auto keys = readKeys(*object);
  if (!keys) return std::unexpected(keys.error());
  handle.keys = std::move(*keys);
  const auto hold = readHold(*object);
  if (!hold) return std::unexpected(hold.error());
  handle.hold = *hold;
  return handle;
}

}  // namespace

Result<HandlesFile> parseHandles(std::string_view source, const HandlesJsonLimits& limits) {
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  const auto object = JsonObject::of(*root, "the file");
  if (!object) return std::unexpected(object.error());
  static constexpr std::array<std::string_view, 2> known = {"groups", "handles"};
  if (auto valid = checkMembers(*root, "the file", known); !valid) {
    return std::unexpected(valid.error());
  }
  HandlesFile file;
  if (object->find("groups")) {
    const auto groups = object->string("groups");
    if (!groups) return std::unexpected(groups.error());
    file.groups = *groups;
  }
  const auto list = object->list("handles");
  if (!list) return std::unexpected(list.error());
  if (list->size() > limits.max_handles) {
    return fail(ErrorCode::limit_exceeded, text("the file has ", list->size(),
                                                " handles; max_handles is ", limits.max_handles));
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto handle = readHandle((*list)[i], i);
    if (!handle) return std::unexpected(handle.error());
    file.handles.push_back(std::move(*handle));
  }
  return file;
}

}  // namespace vide
