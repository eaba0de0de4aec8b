// SPDX-License-Identifier: MIT
#include "vide/formats/clip_json.hpp"

#include <algorithm>
#include <optional>

#include "vide/core/text.hpp"
#include "vide/formats/detail/clip_json_tracks.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::malformed;
using detail::onlyKnown;
using detail::SortedJson;

// The index of the one thing of that name; `kind` is how messages call such a thing.
Result<std::size_t> onlyNamed(const auto& things, const std::string& name, const std::string& place,
                              std::string_view kind) {
  const auto is_it = [&](const auto& thing) { return thing.name == name; };
  const auto first = std::find_if(things.begin(), things.end(), is_it);
  if (first == things.end()) {
    return fail(ErrorCode::not_found,
                text(place, ": there is no ", kind, " \"", name.substr(0, 40), "\""));
  }
  if (std::find_if(first + 1, things.end(), is_it) != things.end()) {
    return malformed(place, "several have this name; give them others");
  }
  return std::size_t(first - things.begin());
}

class ClipReader {
 public:
  ClipReader(const Document& document, const ClipJsonLimits& limits)
      : document_(document), tracks_(limits.max_keys) {}

  Result<Clip> read(const SortedJson& node, std::size_t index) {
    const auto object = JsonObject::of(node, text("clip ", index));
    if (!object) return std::unexpected(object.error());
    const auto known = onlyKnown(node, object->place(),
                                 {"name", "duration", "loop", "bones", "shapes", "layers", "slots",
                                  "constraints", "order", "events"});
    if (!known) return std::unexpected(known.error());
    const auto name = object->string("name");
    if (!name) return std::unexpected(name.error());
    clip_ = {};
    clip_.id = ClipId(index);
    clip_.name = *name;
    place_ = text("clip \"", *name, "\"");
    if (const auto read = readHead(*object); !read) return std::unexpected(read.error());
    if (const auto read = readTracks(*object); !read) return std::unexpected(read.error());
    if (!object->find("duration")) clip_.duration = tracks_.lastTime();
    if (const auto valid = validate(clip_, document_); !valid) {
      return std::unexpected(valid.error());
    }
    return std::move(clip_);
  }

 private:
  Result<void> readHead(const JsonObject& object) {
    const auto duration = object.numberOr("duration", 0);
    if (!duration) return std::unexpected(duration.error());
    const auto loop = object.flagOr("loop", false);
    if (!loop) return std::unexpected(loop.error());
    clip_.duration = *duration;
    clip_.loop = *loop;
    tracks_.startClip();
    return {};
  }

  Result<void> readTracks(const JsonObject& object) {
    using Read =
        Result<void> (ClipReader::*)(const SortedJson&, const std::string&, const std::string&);
    struct Part {
      const char* member;
      const char* of;  // what its members are named after
      Read read;
    };
    for (const auto& [member, of, read] : {Part{"bones", "bone", &ClipReader::readBone},
                                           {"shapes", "layer", &ClipReader::readShapes},
                                           {"layers", "layer", &ClipReader::readLook},
                                           {"slots", "slot", &ClipReader::readSlot},
                                           {"constraints", "constraint", &ClipReader::readMix}}) {
      const SortedJson* part = object.find(member);
      if (!part) continue;
      if (!part->is_object()) {
        return malformed(place_,
                         text("\"", member, "\" must be an object with a member for each ", of));
      }
      for (const auto& [name, node] : part->items()) {
        const std::string place = text(place_, ", ", of, " \"", name, "\"");
        if (auto done = (this->*read)(node, name, place); !done) return done;
      }
    }
    if (auto done = readOrder(object); !done) return done;
    return readEvents(object);
  }

  Result<void> readBone(const SortedJson& parts, const std::string& name,
                        const std::string& place) {
    const int bone = document_.skeleton.find(name);
    if (bone < 0) {
      return fail(ErrorCode::not_found, text(place_, ": the skeleton has no bone \"", name, "\""));
    }
    if (!parts.is_object()) return malformed(place, "expected an object with the moving parts");
    const auto known = onlyKnown(parts, place, {"rotation", "translation", "scale", "shear"});
    if (!known) return known;
    BoneTrack track{.bone = document_.skeleton[std::size_t(bone)].id};
    for (const auto& [part, node] : parts.items()) {
      if (auto read = readPart(node, part, text(place, ", ", part), track); !read) return read;
    }
    clip_.bones.push_back(std::move(track));
    return {};
  }

  Result<void> readPart(const SortedJson& node, const std::string& part, const std::string& place,
                        BoneTrack& track) {
    if (part == "rotation" && isInSpace(node)) {
      return tracks_.read<detail::QuatValue>(node, place, track.rotation);
    }
    if (part == "rotation") return tracks_.read<detail::AngleValue>(node, place, track.angle);
    if (part == "translation") {
      return tracks_.read<detail::OffsetValue>(node, place, track.translation);
    }
    if (part == "scale") return tracks_.read<detail::ScaleValue>(node, place, track.scale);
    return tracks_.read<detail::OffsetValue>(node, place, track.shear);
  }

  // A rotation whose first value is a list is a quaternion.
  static bool isInSpace(const SortedJson& track) {
    const SortedJson* keys = track.is_object() && track.contains("keys") ? &track["keys"] : &track;
    if (!keys->is_array() || keys->empty()) return false;
    const SortedJson& key = keys->front();
    if (key.is_array()) return key.size() == 2 && key[1].is_array();
    return key.is_object() && key.contains("value") && key["value"].is_array();
  }

  // {"shape": track, ...} of one layer.
  Result<void> readShapes(const SortedJson& shapes, const std::string& name,
                          const std::string& place) {
    const auto index = onlyNamed(document_.layers, name, place, "layer");
    if (!index) return std::unexpected(index.error());
    if (!shapes.is_object()) return malformed(place, "expected an object with its shapes");
    const Layer& layer = document_.layers[*index];
    for (const auto& [shape_name, node] : shapes.items()) {
      const std::string where = text(place, ", shape \"", shape_name, "\"");
      const auto shape = onlyNamed(layer.shapes, shape_name, where, "shape");
      if (!shape) return std::unexpected(shape.error());
      MorphTrack track{.layer = layer.id, .shape = int(*shape), .weight = {}};
      if (auto read = tracks_.read<detail::NumberValue>(node, where, track.weight); !read) {
        return read;
      }
      clip_.morphs.push_back(std::move(track));
    }
    return {};
  }

  Result<void> readLook(const SortedJson& parts, const std::string& name,
                        const std::string& place) {
    const auto index = onlyNamed(document_.layers, name, place, "layer");
    if (!index) return std::unexpected(index.error());
    if (!parts.is_object()) return malformed(place, "expected an object with what changes");
    if (auto known = onlyKnown(parts, place, {"visible", "opacity", "tint"}); !known) return known;
    LayerTrack track{.layer = document_.layers[*index].id};
    Result<void> read;
    if (parts.contains("visible")) {
      read = tracks_.readSteps(parts["visible"], place + ", visible", track.visible,
                               [](const SortedJson& node, const std::string& where) {
                                 return node.is_boolean()
                                            ? Result<bool>(node.get<bool>())
                                            : malformed(where, "expected true or false");
                               });
    }
    if (read && parts.contains("opacity")) {
      read =
          tracks_.read<detail::NumberValue>(parts["opacity"], place + ", opacity", track.opacity);
    }
    if (read && parts.contains("tint")) {
      read = tracks_.read<detail::ColorValue>(parts["tint"], place + ", tint", track.tint);
    }
    clip_.layers.push_back(std::move(track));
    return read;
  }

  // [[time, "layer"], [time, null], ...]
  Result<void> readSlot(const SortedJson& steps, const std::string& name,
                        const std::string& place) {
    const auto index = onlyNamed(document_.slots, name, place, "slot");
    if (!index) return std::unexpected(index.error());
    const Slot& slot = document_.slots[*index];
    using Shown = std::optional<LayerId>;
    SlotTrack track{.slot = slot.id, .shown = {}};
    auto read = tracks_.readSteps(
        steps, place, track.shown,
        [&](const SortedJson& node, const std::string& where) -> Result<Shown> {
          if (node.is_null()) return Shown();
          const auto layer = layerNamed(node, where);
          if (!layer) return std::unexpected(layer.error());
          if (std::ranges::find(slot.layers, *layer) != slot.layers.end()) return *layer;
          return malformed(where, text("the slot does not have \"", node.get<std::string>(), "\""));
        });
    clip_.slots.push_back(std::move(track));
    return read;
  }

  Result<void> readMix(const SortedJson& node, const std::string& name, const std::string& place) {
    const auto constraint = onlyNamed(document_.constraints, name, place, "constraint");
    if (!constraint) return std::unexpected(constraint.error());
    ConstraintTrack track{.constraint = document_.constraints[*constraint].id, .mix = {}};
    auto read = tracks_.read<detail::NumberValue>(node, place, track.mix);
    clip_.constraints.push_back(std::move(track));
    return read;
  }

  // [[time, order], ...]
  Result<void> readOrder(const JsonObject& object) {
    const SortedJson* steps = object.find("order");
    if (!steps) return {};
    return tracks_.readSteps(
        *steps, place_ + ", order", clip_.draw_order,
        [&](const SortedJson& node, const std::string& where) { return orderOf(node, where); });
  }

  // All layers, back to front; or what moves from the document's order, as pairs.
  Result<std::vector<LayerId>> orderOf(const SortedJson& list, const std::string& place) {
    if (!list.is_array()) {
      return malformed(place, "expected a list of all layers, back to front, or of moves");
    }
    const bool has_moves = list.empty() || list.front().is_array();
    std::vector<LayerId> order = has_moves ? document_.draw_order : std::vector<LayerId>();
    if (auto counted = tracks_.count(order.size() + list.size(), place); !counted) {
      return std::unexpected(counted.error());
    }
    for (const SortedJson& entry : list) {
      if (has_moves) {
        if (auto moved = moveLayer(entry, place, order); !moved) {
          return std::unexpected(moved.error());
        }
        continue;
      }
      const auto layer = layerNamed(entry, place);
      if (!layer) return std::unexpected(layer.error());
      order.push_back(*layer);
    }
    return order;
  }

  // ["layer", "other"]: directly in front of the other; ["layer", null]: behind all.
  Result<void> moveLayer(const SortedJson& move, const std::string& place,
                         std::vector<LayerId>& order) const {
    if (!move.is_array() || move.size() != 2) {
      return malformed(place, "a move must be [layer, the one behind it or null]");
    }
    const auto layer = layerNamed(move[0], place);
    if (!layer) return std::unexpected(layer.error());
    if (move[1].is_null()) {
      std::erase(order, *layer);
      order.insert(order.begin(), *layer);
      return {};
    }
    const auto behind = layerNamed(move[1], place);
    if (!behind) return std::unexpected(behind.error());
    if (*behind == *layer) return malformed(place, "a layer is moved in front of itself");
    std::erase(order, *layer);
    const auto at = std::ranges::find(order, *behind);
    order.insert(at == order.end() ? at : at + 1, *layer);
    return {};
  }

  Result<LayerId> layerNamed(const SortedJson& name, const std::string& place) const {
    if (!name.is_string()) return malformed(place, "expected a layer's name");
    const auto index =
        onlyNamed(document_.layers, name.get_ref<const std::string&>(), place, "layer");
    if (!index) return std::unexpected(index.error());
    return document_.layers[*index].id;
  }

  // [[time, "name"], {"time": .., "name": .., "text": .., "number": ..}, ...]
  Result<void> readEvents(const JsonObject& object) {
    const SortedJson* events = object.find("events");
    if (!events) return {};
    return tracks_.eachKey(*events, place_ + ", events",
                           [&](const SortedJson& node, const std::string& where) {
                             auto event = readEvent(node, where);
                             if (!event) return Result<void>(std::unexpected(event.error()));
                             clip_.events.push_back(*std::move(event));
                             return tracks_.takeNote(clip_.events.back().time);
                           });
  }

  static Result<ClipEvent> readEvent(const SortedJson& node, const std::string& place) {
    if (node.is_array() && node.size() == 2 && node[0].is_number() && node[1].is_string()) {
      return ClipEvent{.time = node[0].get<double>(), .name = node[1].get<std::string>()};
    }
    const auto object = JsonObject::of(node, place);
    if (!object) return malformed(place, "an event must be [time, name] or an object");
    if (auto known = onlyKnown(node, place, {"time", "name", "text", "number"}); !known) {
      return std::unexpected(known.error());
    }
    const auto time = object->number("time");
    if (!time) return std::unexpected(time.error());
    const auto name = object->string("name");
    if (!name) return std::unexpected(name.error());
    const auto said = object->find("text") ? object->string("text") : Result<std::string>("");
    if (!said) return std::unexpected(said.error());
    const auto number = object->numberOr("number", 0);
    if (!number) return std::unexpected(number.error());
    return ClipEvent{.time = *time, .name = *name, .text = *said, .number = *number};
  }

  const Document& document_;
  detail::TrackReader tracks_;
  std::string place_;
  Clip clip_;
};

}  // namespace

Result<std::vector<Clip>> parseClips(std::string_view source, const Document& document,
                                     const ClipJsonLimits& limits) {
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  const auto object = JsonObject::of(*root, "the text");
  if (!object) return std::unexpected(object.error());
  const auto list = object->list("clips");
  if (!list) return std::unexpected(list.error());
  ClipReader reader(document, limits);
  std::vector<Clip> clips;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto clip = reader.read((*list)[i], i);
    if (!clip) return std::unexpected(clip.error());
    const bool repeated = std::any_of(clips.begin(), clips.end(),
                                      [&](const Clip& other) { return other.name == clip->name; });
    if (repeated) return malformed(text("clip ", i), text("repeats the name \"", clip->name, "\""));
    clips.push_back(std::move(*clip));
  }
  return clips;
}

Result<std::vector<Clip>> parseClips(std::string_view source, const Skeleton& skeleton,
                                     const ClipJsonLimits& limits) {
  Document document;
  document.skeleton = skeleton;
  return parseClips(source, document, limits);
}

}  // namespace vide
