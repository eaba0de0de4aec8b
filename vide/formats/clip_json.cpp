// SPDX-License-Identifier: MIT
#include "vide/formats/clip_json.hpp"

#include <algorithm>
#include <array>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::SortedJson;

std::unexpected<Error> malformed(const std::string& place, std::string_view what) {
  return fail(ErrorCode::malformed_data, text(place, ": ", what));
}

// How many numbers a value has at least and at most, and how they become one.
struct AngleValue {
  using Type = double;
  static constexpr std::size_t least = 1, most = 1;
  static Type from(std::span<const double> v) { return math::radians(v[0]); }
};
struct WeightValue {
  using Type = double;
  static constexpr std::size_t least = 1, most = 1;
  static Type from(std::span<const double> v) { return v[0]; }
};
struct QuatValue {
  using Type = Quat;
  static constexpr std::size_t least = 4, most = 4;
  static Type from(std::span<const double> v) { return {v[0], v[1], v[2], v[3]}; }
};
struct OffsetValue {
  using Type = Vec3;
  static constexpr std::size_t least = 2, most = 3;
  static Type from(std::span<const double> v) { return {v[0], v[1], v.size() > 2 ? v[2] : 0}; }
};
struct ScaleValue {
  using Type = Vec3;
  static constexpr std::size_t least = 2, most = 3;
  static Type from(std::span<const double> v) { return {v[0], v[1], v.size() > 2 ? v[2] : 1}; }
};

template <class Value>
Result<typename Value::Type> readValue(const SortedJson& node, const std::string& place) {
  std::vector<double> numbers;
  const auto add = [&](const SortedJson& entry) {
    if (entry.is_number() && numbers.size() <= Value::most) numbers.push_back(entry.get<double>());
  };
  if (node.is_array())
    std::for_each(node.begin(), node.end(), add);
  else
    add(node);
  const std::size_t count = node.is_array() ? node.size() : 1;
  if (numbers.size() != count || count < Value::least || count > Value::most) {
    return malformed(place, Value::most == 1
                                ? std::string("expected a number")
                                : text("expected a list of ", Value::most, " numbers"));
  }
  return Value::from(numbers);
}

Result<Interpolation> readInterpolation(const SortedJson& node, const std::string& place) {
  constexpr std::array<std::string_view, 4> names{"step", "linear", "cubic", "bezier"};
  if (node.is_string()) {
    const auto found = std::find(names.begin(), names.end(), node.get_ref<const std::string&>());
    if (found != names.end()) return Interpolation(found - names.begin());
  }
  return malformed(place, "\"interpolation\" must be step, linear, cubic or bezier");
}

// A misspelt member would be passed over in silence otherwise.
Result<void> onlyKnown(const SortedJson& object, const std::string& place,
                       std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return malformed(place, text("unknown member \"", name.substr(0, 40), "\"; remove it"));
    }
  }
  return {};
}

Result<Easing> readEasing(const SortedJson& node, const std::string& place) {
  const bool four =
      node.is_array() && node.size() == 4 &&
      std::all_of(node.begin(), node.end(), [](const SortedJson& n) { return n.is_number(); });
  if (!four) return malformed(place, "\"ease\" must be a list of 4 numbers: x1, y1, x2, y2");
  return Easing{{node[0].get<double>(), node[1].get<double>()},
                {node[2].get<double>(), node[3].get<double>()}};
}

template <class Value>
class TrackReader {
 public:
  using Type = typename Value::Type;

  TrackReader(std::string place, Interpolation interpolation)
      : place_(std::move(place)), interpolation_(interpolation) {}

  // [time, value] or {"time": .., "value": .., ...}.
  Result<Key<Type>> readKey(const SortedJson& node) const {
    if (node.is_array() && node.size() == 2 && node[0].is_number()) {
      const auto value = readValue<Value>(node[1], place_);
      if (!value) return std::unexpected(value.error());
      return Key<Type>{node[0].get<double>(), *value, interpolation_};
    }
    if (!node.is_object()) return malformed(place_, "a key must be [time, value] or an object");
    return readKeyObject(node);
  }

 private:
  Result<Key<Type>> readKeyObject(const SortedJson& node) const {
    const auto known =
        onlyKnown(node, place_, {"time", "value", "interpolation", "in", "out", "ease"});
    if (!known) return std::unexpected(known.error());
    const auto object = JsonObject::of(node, place_);
    const auto time = object->number("time");
    if (!time) return std::unexpected(time.error());
    const SortedJson* value = object->find("value");
    if (!value) return malformed(place_, "\"value\" is missing");
    const auto own = readValue<Value>(*value, place_);
    if (!own) return std::unexpected(own.error());
    Key<Type> key{*time, *own, interpolation_};
    if (const auto read = readCurve(*object, key); !read) return std::unexpected(read.error());
    return key;
  }

  Result<void> readCurve(const JsonObject& object, Key<Type>& key) const {
    if (const SortedJson* how = object.find("interpolation")) {
      const auto read = readInterpolation(*how, place_);
      if (!read) return std::unexpected(read.error());
      key.interpolation = *read;
    }
    for (const auto& [name, tangent] :
         {std::pair{"in", &key.in_tangent}, {"out", &key.out_tangent}}) {
      const SortedJson* node = object.find(name);
      if (!node) continue;
      const auto read = readValue<Value>(*node, place_);
      if (!read) return std::unexpected(read.error());
      *tangent = *read;
    }
    if (const SortedJson* ease = object.find("ease")) {
      const auto read = readEasing(*ease, place_);
      if (!read) return std::unexpected(read.error());
      key.easing = *read;
      if (!object.find("interpolation")) key.interpolation = Interpolation::bezier;
    }
    return {};
  }

  std::string place_;
  Interpolation interpolation_;
};

class ClipReader {
 public:
  ClipReader(const Skeleton& skeleton, std::span<const Layer> layers, const ClipJsonLimits& limits)
      : skeleton_(skeleton), layers_(layers), limits_(limits) {}

  Result<Clip> read(const SortedJson& node, std::size_t index) {
    const auto object = JsonObject::of(node, text("clip ", index));
    if (!object) return std::unexpected(object.error());
    const auto known =
        onlyKnown(node, object->place(), {"name", "duration", "loop", "bones", "shapes"});
    if (!known) return std::unexpected(known.error());
    const auto name = object->string("name");
    if (!name) return std::unexpected(name.error());
    clip_ = {};
    clip_.id = ClipId(index);
    clip_.name = *name;
    place_ = text("clip \"", *name, "\"");
    if (const auto read = readHead(*object); !read) return std::unexpected(read.error());
    if (const auto read = readBones(*object); !read) return std::unexpected(read.error());
    if (const auto read = readShapes(*object); !read) return std::unexpected(read.error());
    if (!object->find("duration")) clip_.duration = last_time_;
    if (const auto valid = validate(clip_, skeleton_); !valid) {
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
    last_time_ = 0;
    return {};
  }

  Result<void> readBones(const JsonObject& object) {
    const SortedJson* bones = object.find("bones");
    if (!bones || !bones->is_object()) {
      return malformed(place_, "\"bones\" must be an object with a member for each moving bone");
    }
    for (const auto& [name, parts] : bones->items()) {
      const int bone = skeleton_.find(name);
      if (bone < 0) {
        return fail(ErrorCode::not_found,
                    text(place_, ": the skeleton has no bone \"", name, "\""));
      }
      BoneTrack track;
      track.bone = skeleton_[std::size_t(bone)].id;
      if (const auto read = readParts(parts, text(place_, ", bone \"", name, "\""), track); !read) {
        return read;
      }
      clip_.bones.push_back(std::move(track));
    }
    return {};
  }

  // {"layer": {"shape": track, ...}, ...}
  Result<void> readShapes(const JsonObject& object) {
    const SortedJson* layers = object.find("shapes");
    if (!layers) return {};
    if (!layers->is_object()) {
      return malformed(place_, "\"shapes\" must be an object with a member for each layer");
    }
    for (const auto& [name, shapes] : layers->items()) {
      const std::string place = text(place_, ", layer \"", name, "\"");
      const auto layer = onlyNamed(layers_, name, place, "the document has no such layer");
      if (!layer) return std::unexpected(layer.error());
      if (!shapes.is_object()) return malformed(place, "expected an object with its shapes");
      if (const auto read = readLayer(shapes, place, layers_[*layer]); !read) return read;
    }
    return {};
  }

  Result<void> readLayer(const SortedJson& shapes, const std::string& place, const Layer& layer) {
    for (const auto& [name, node] : shapes.items()) {
      const std::string where = text(place, ", shape \"", name, "\"");
      const auto shape = onlyNamed(layer.shapes, name, where, "the layer has no such shape");
      if (!shape) return std::unexpected(shape.error());
      MorphTrack track{.layer = layer.id, .shape = int(*shape), .weight = {}};
      if (const auto read = readTrack<WeightValue>(node, where, track.weight); !read) return read;
      clip_.morphs.push_back(std::move(track));
    }
    return {};
  }

  // The index of the one thing of that name.
  static Result<std::size_t> onlyNamed(const auto& things, const std::string& name,
                                       const std::string& place, std::string_view missing) {
    const auto is_it = [&](const auto& thing) { return thing.name == name; };
    const auto first = std::find_if(things.begin(), things.end(), is_it);
    if (first == things.end()) return fail(ErrorCode::not_found, text(place, ": ", missing));
    if (std::find_if(first + 1, things.end(), is_it) != things.end()) {
      return malformed(place, "several have this name; give them others");
    }
    return std::size_t(first - things.begin());
  }

  Result<void> readParts(const SortedJson& parts, const std::string& place, BoneTrack& track) {
    if (!parts.is_object()) return malformed(place, "expected an object with the moving parts");
    const auto known = onlyKnown(parts, place, {"rotation", "translation", "scale", "shear"});
    if (!known) return known;
    for (const auto& [part, node] : parts.items()) {
      const std::string where = text(place, ", ", part);
      Result<void> read;
      if (part == "rotation" && isInSpace(node))
        read = readTrack<QuatValue>(node, where, track.rotation);
      else if (part == "rotation")
        read = readTrack<AngleValue>(node, where, track.angle);
      else if (part == "translation")
        read = readTrack<OffsetValue>(node, where, track.translation);
      else if (part == "scale")
        read = readTrack<ScaleValue>(node, where, track.scale);
      else
        read = readTrack<OffsetValue>(node, where, track.shear);
      if (!read) return read;
    }
    return {};
  }

  // A rotation whose first value is a list is a quaternion.
  static bool isInSpace(const SortedJson& track) {
    const SortedJson* keys = track.is_object() && track.contains("keys") ? &track["keys"] : &track;
    if (!keys->is_array() || keys->empty()) return false;
    const SortedJson& key = keys->front();
    if (key.is_array()) return key.size() == 2 && key[1].is_array();
    return key.is_object() && key.contains("value") && key["value"].is_array();
  }

  // [keys] or {"interpolation": .., "keys": [keys]}.
  template <class Value>
  Result<void> readTrack(const SortedJson& node, const std::string& place,
                         Track<typename Value::Type>& track) {
    Interpolation interpolation = Interpolation::linear;
    const SortedJson* keys = &node;
    if (node.is_object()) {
      const auto known = onlyKnown(node, place, {"interpolation", "keys"});
      if (!known) return known;
      if (node.contains("interpolation")) {
        const auto read = readInterpolation(node["interpolation"], place);
        if (!read) return std::unexpected(read.error());
        interpolation = *read;
      }
      if (!node.contains("keys")) return malformed(place, "\"keys\" is missing");
      keys = &node["keys"];
    }
    if (!keys->is_array()) return malformed(place, "the keys must be a list");
    return readKeys<Value>(*keys, place, interpolation, track);
  }

  template <class Value>
  Result<void> readKeys(const SortedJson& keys, const std::string& place,
                        Interpolation interpolation, Track<typename Value::Type>& track) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (++keys_ > limits_.max_keys) {
        return fail(ErrorCode::limit_exceeded,
                    text(place, ": more than ", limits_.max_keys, " keys (max_keys)"));
      }
      const auto key = TrackReader<Value>(text(place, " key ", i), interpolation).readKey(keys[i]);
      if (!key) return std::unexpected(key.error());
      track.push_back(*key);
      last_time_ = std::max(last_time_, key->time);
    }
    return {};
  }

  const Skeleton& skeleton_;
  std::span<const Layer> layers_;
  const ClipJsonLimits& limits_;
  std::string place_;
  Clip clip_;
  double last_time_ = 0;
  std::size_t keys_ = 0;
};

Result<std::vector<Clip>> clipsIn(std::string_view source, ClipReader reader,
                                  const ClipJsonLimits& limits) {
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  const auto object = JsonObject::of(*root, "the text");
  if (!object) return std::unexpected(object.error());
  const auto list = object->list("clips");
  if (!list) return std::unexpected(list.error());
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

}  // namespace

Result<std::vector<Clip>> parseClips(std::string_view source, const Skeleton& skeleton,
                                     const ClipJsonLimits& limits) {
  return clipsIn(source, ClipReader(skeleton, {}, limits), limits);
}

Result<std::vector<Clip>> parseClips(std::string_view source, const Document& document,
                                     const ClipJsonLimits& limits) {
  return clipsIn(source, ClipReader(document.skeleton, document.layers, limits), limits);
}

}  // namespace vide
