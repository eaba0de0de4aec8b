// SPDX-License-Identifier: MIT
#include "vide/formats/layers_json.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::SortedJson;

constexpr int furthest = 1'000'000;  // pixels

constexpr std::pair<std::string_view, BlendMode> blend_modes[] = {{"normal", BlendMode::normal},
                                                                  {"add", BlendMode::add},
                                                                  {"multiply", BlendMode::multiply},
                                                                  {"screen", BlendMode::screen}};

// A misspelt member would otherwise quietly say nothing.
Result<void> checkMembers(const SortedJson& node, const std::string& place,
                          std::span<const std::string_view> known) {
  for (const auto& [name, value] : node.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    return fail(ErrorCode::malformed_data, text(place, ": \"", name, "\" is not known here"));
  }
  return {};
}

Result<int> wholeNumber(const JsonObject& object, const char* key, int least) {
  const auto number = object.integer(key);
  if (!number || (*number >= least && *number <= furthest)) return number;
  return fail(ErrorCode::malformed_data,
              text(object.place(), ": \"", key, "\" must be from ", least, " to ", furthest));
}

Result<BlendMode> readBlend(const JsonObject& layer) {
  const auto name = layer.string("blend");
  if (!name) return std::unexpected(name.error());
  for (const auto& [known, mode] : blend_modes) {
    if (*name == known) return mode;
  }
  return fail(ErrorCode::malformed_data,
              text(layer.place(), ": \"blend\" is \"", *name,
                   "\"; give \"normal\", \"add\", \"multiply\" or \"screen\""));
}

Result<double> readOpacity(const JsonObject& layer) {
  const auto opacity = layer.number("opacity");
  if (!opacity || (*opacity >= 0 && *opacity <= 1)) return opacity;
  return fail(ErrorCode::malformed_data, layer.place() + ": \"opacity\" must be from 0 to 1");
}

Result<std::vector<std::string>> readNames(const JsonObject& object, const char* key) {
  const auto list = object.list(key);
  if (!list) return std::unexpected(list.error());
  std::vector<std::string> names;
  for (const SortedJson& name : *list) {
    if (!name.is_string()) {
      return fail(ErrorCode::malformed_data,
                  text(object.place(), ": \"", key, "\" must be a list of names"));
    }
    names.push_back(name.get<std::string>());
  }
  return names;
}

// Puts what `read` makes of the member into `out`; a member that is not there leaves it as it is.
template <class Out, class Read>
Result<void> take(const JsonObject& object, const char* key, Out& out, Read read) {
  if (!object.find(key)) return {};
  auto value = read();
  if (!value) return std::unexpected(value.error());
  out = *std::move(value);
  return {};
}

Result<LayerNote> readLayer(const SortedJson& node, std::size_t index) {
  static constexpr std::array<std::string_view, 9> known = {
      "name", "image", "x", "y", "bones", "mask", "opacity", "visible", "blend"};
  const std::string place = text("layer ", index);
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  if (auto valid = checkMembers(node, place, known); !valid) return std::unexpected(valid.error());
  LayerNote layer;
  const auto word = [&](const char* key) { return [&, key] { return object->string(key); }; };
  const auto offset = [&](const char* key) {
    return [&, key] { return wholeNumber(*object, key, -furthest); };
  };
  auto name = object->string("name");
  if (!name) return std::unexpected(name.error());
  layer.name = *std::move(name);
  for (const auto& taken :
       {take(*object, "image", layer.image, word("image")),
        take(*object, "x", layer.x, offset("x")), take(*object, "y", layer.y, offset("y")),
        take(*object, "bones", layer.bones, [&] { return readNames(*object, "bones"); }),
        take(*object, "mask", layer.mask, word("mask")),
        take(*object, "opacity", layer.opacity, [&] { return readOpacity(*object); }),
        take(*object, "visible", layer.visible, [&] { return object->flagOr("visible", true); }),
        take(*object, "blend", layer.blend, [&] { return readBlend(*object); })}) {
    if (!taken) return std::unexpected(taken.error());
  }
  return layer;
}

Result<SlotNote> readSlot(const SortedJson& node, std::size_t index) {
  static constexpr std::array<std::string_view, 3> known = {"name", "layers", "shown"};
  const std::string place = text("slot ", index);
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  if (auto valid = checkMembers(node, place, known); !valid) return std::unexpected(valid.error());
  auto name = object->string("name");
  if (!name) return std::unexpected(name.error());
  auto layers = readNames(*object, "layers");
  if (!layers) return std::unexpected(layers.error());
  SlotNote slot{*std::move(name), *std::move(layers), {}};
  const SortedJson* shown = object->find("shown");
  if (!shown && !slot.layers.empty()) slot.shown = slot.layers.front();
  if (!shown || shown->is_null()) return slot;
  auto first = object->string("shown");
  if (!first) return std::unexpected(first.error());
  slot.shown = *std::move(first);
  return slot;
}

Result<SkinNote> readSkin(const SortedJson& node, std::size_t index) {
  static constexpr std::array<std::string_view, 2> known = {"name", "replace"};
  const std::string place = text("skin ", index);
  const auto object = JsonObject::of(node, place);
  if (!object) return std::unexpected(object.error());
  if (auto valid = checkMembers(node, place, known); !valid) return std::unexpected(valid.error());
  auto name = object->string("name");
  if (!name) return std::unexpected(name.error());
  SkinNote skin{*std::move(name), {}};
  const SortedJson* pairs = object->find("replace");
  const bool has_names =
      pairs && pairs->is_object() &&
      std::ranges::all_of(*pairs, [](const SortedJson& layer) { return layer.is_string(); });
  if (!has_names) {
    return fail(ErrorCode::malformed_data,
                place + ": \"replace\" must be an object of layers and those in their place");
  }
  for (const auto& [layer, other] : pairs->items()) {
    skin.replace.emplace_back(layer, other.get<std::string>());
  }
  return skin;
}

// What `read` makes of each entry of the list `key`.
template <class Note, class Read>
Result<void> readEach(const JsonObject& file, const char* key, std::size_t most,
                      std::vector<Note>& out, Read read) {
  const auto list = file.list(key);
  if (!list) return std::unexpected(list.error());
  if (list->size() > most) {
    return fail(ErrorCode::limit_exceeded, text("more than ", most, " ", key, " (max_layers)"));
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto note = read((*list)[i], i);
    if (!note) return std::unexpected(note.error());
    if constexpr (!std::is_same_v<Note, LayerNote>) {  // layers may share a name
      if (std::ranges::find(out, note->name, &Note::name) != out.end()) {
        return fail(ErrorCode::malformed_data,
                    text(key, ": \"", note->name, "\" is there twice; give them other names"));
      }
    }
    out.push_back(*std::move(note));
  }
  return {};
}

}  // namespace

Result<LayersFile> parseLayers(std::string_view source, const LayersJsonLimits& limits) {
  static constexpr std::array<std::string_view, 5> known = {"width", "height", "layers", "slots",
                                                            "skins"};
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  const auto object = JsonObject::of(*root, "the file");
  if (!object) return std::unexpected(object.error());
  if (auto valid = checkMembers(*root, "the file", known); !valid) {
    return std::unexpected(valid.error());
  }
  LayersFile file;
  for (const auto& [key, out] : {std::pair{"width", &file.width}, {"height", &file.height}}) {
    auto taken = take(*object, key, *out, [&, key = key] { return wholeNumber(*object, key, 1); });
    if (!taken) return std::unexpected(taken.error());
  }
  const std::size_t most = limits.max_layers;
  auto read = readEach(*object, "layers", most, file.layers, readLayer);
  if (read && object->find("slots")) {
    read = readEach(*object, "slots", most, file.slots, readSlot);
  }
  if (read && object->find("skins")) {
    read = readEach(*object, "skins", most, file.skins, readSkin);
  }
  if (!read) return std::unexpected(read.error());
  return file;
}

}  // namespace vide
