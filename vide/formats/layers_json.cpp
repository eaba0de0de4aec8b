// SPDX-License-Identifier: MIT
#include "vide/formats/layers_json.hpp"

#include <algorithm>
#include <array>

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

Result<std::vector<std::string>> readBones(const JsonObject& layer) {
  const auto list = layer.list("bones");
  if (!list) return std::unexpected(list.error());
  std::vector<std::string> bones;
  for (const SortedJson& bone : *list) {
    if (!bone.is_string()) {
      return fail(ErrorCode::malformed_data,
                  layer.place() + ": \"bones\" must be a list of the bones' names");
    }
    bones.push_back(bone.get<std::string>());
  }
  return bones;
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
        take(*object, "bones", layer.bones, [&] { return readBones(*object); }),
        take(*object, "mask", layer.mask, word("mask")),
        take(*object, "opacity", layer.opacity, [&] { return readOpacity(*object); }),
        take(*object, "visible", layer.visible, [&] { return object->flagOr("visible", true); }),
        take(*object, "blend", layer.blend, [&] { return readBlend(*object); })}) {
    if (!taken) return std::unexpected(taken.error());
  }
  return layer;
}

}  // namespace

Result<LayersFile> parseLayers(std::string_view source, const LayersJsonLimits& limits) {
  static constexpr std::array<std::string_view, 3> known = {"width", "height", "layers"};
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
  const auto list = object->list("layers");
  if (!list) return std::unexpected(list.error());
  if (list->size() > limits.max_layers) {
    return fail(ErrorCode::limit_exceeded,
                text("more than ", limits.max_layers, " layers (max_layers)"));
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto layer = readLayer((*list)[i], i);
    if (!layer) return std::unexpected(layer.error());
    file.layers.push_back(*std::move(layer));
  }
  return file;
}

}  // namespace vide
