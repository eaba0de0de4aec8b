// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

// The tracks of clips written by hand, see docs/clip-format.md.
namespace vide::detail {

inline std::unexpected<Error> malformed(const std::string& place, std::string_view what) {
  return fail(ErrorCode::malformed_data, text(place, ": ", what));
}

// A misspelt member would be passed over in silence otherwise.
inline Result<void> onlyKnown(const SortedJson& object, const std::string& place,
                              std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return malformed(place, text("unknown member \"", name.substr(0, 40), "\"; remove it"));
    }
  }
  return {};
}

// How many numbers a value has at least and at most, and how they become one.
struct AngleValue {
  using Type = double;
  static constexpr std::size_t least = 1, most = 1;
  static Type from(std::span<const double> v) { return math::radians(v[0]); }
};
struct NumberValue {
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
struct ColorValue {
  using Type = Vec3;
  static constexpr std::size_t least = 3, most = 3;
  static Type from(std::span<const double> v) { return {v[0], v[1], v[2]}; }
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

inline Result<Interpolation> readInterpolation(const SortedJson& node, const std::string& place) {
  constexpr std::array<std::string_view, 4> names{"step", "linear", "cubic", "bezier"};
  if (node.is_string()) {
    const auto found = std::find(names.begin(), names.end(), node.get_ref<const std::string&>());
    if (found != names.end()) return Interpolation(found - names.begin());
  }
  return malformed(place, "\"interpolation\" must be step, linear, cubic or bezier");
}

inline Result<Easing> readEasing(const SortedJson& node, const std::string& place) {
  const bool four =
      node.is_array() && node.size() == 4 &&
      std::all_of(node.begin(), node.end(), [](const SortedJson& n) { return n.is_number(); });
  if (!four) return malformed(place, "\"ease\" must be a list of 4 numbers: x1, y1, x2, y2");
  return Easing{{node[0].get<double>(), node[1].get<double>()},
                {node[2].get<double>(), node[3].get<double>()}};
}

template <class Value>
class KeyReader {
 public:
  using Type = typename Value::Type;

  KeyReader(std::string place, Interpolation interpolation)
      : place_(std::move(place)), interpolation_(interpolation) {}

  // [time, value] or {"time": .., "value": .., ...}.
  Result<Key<Type>> read(const SortedJson& node) const {
    if (node.is_array() && node.size() == 2 && node[0].is_number()) {
      const auto value = readValue<Value>(node[1], place_);
      if (!value) return std::unexpected(value.error());
      return Key<Type>{node[0].get<double>(), *value, interpolation_};
    }
    if (!node.is_object()) return malformed(place_, "a key must be [time, value] or an object");
    return readObject(node);
  }

 private:
  Result<Key<Type>> readObject(const SortedJson& node) const {
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

// Reads tracks one after the other; knows how many keys they had and when the last one is.
class TrackReader {
 public:
  explicit TrackReader(std::size_t max_keys) : max_keys_(max_keys) {}

  // The time of the last key since startClip.
  double lastTime() const { return last_time_; }
  void startClip() { last_time_ = 0; }

  // [keys] or {"interpolation": .., "keys": [keys]}.
  template <class Value>
  Result<void> read(const SortedJson& node, const std::string& place,
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
    return eachKey(*keys, place, [&](const SortedJson& one, const std::string& where) {
      auto key = KeyReader<Value>(where, interpolation).read(one);
      if (key) track.push_back(*key);
      return key ? takeNote(key->time) : std::unexpected(key.error());
    });
  }

  // [[time, value], ...]; `value_of` takes a value's JSON and its place.
  template <class Value, class ValueOf>
  Result<void> readSteps(const SortedJson& node, const std::string& place, StepTrack<Value>& track,
                         ValueOf value_of) {
    return eachKey(node, place, [&](const SortedJson& one, const std::string& where) {
      if (!one.is_array() || one.size() != 2 || !one[0].is_number()) {
        return Result<void>(malformed(where, "expected [time, value]"));
      }
      Result<Value> value = value_of(one[1], where);
      if (!value) return Result<void>(std::unexpected(value.error()));
      track.push_back({one[0].get<double>(), *std::move(value)});
      return takeNote(track.back().time);
    });
  }

  // Counts values that keys hold besides one each, so that a short text cannot ask for many. Error:
  // there are more than max_keys.
  Result<void> count(std::size_t more, const std::string& place) {
    keys_ += more;
    if (keys_ <= max_keys_) return {};
    return fail(ErrorCode::limit_exceeded,
                text(place, ": more than ", max_keys_, " keys (max_keys)"));
  }

  // Calls visit(key, its place) for every key of the list, as long as it returns success.
  template <class Visit>
  Result<void> eachKey(const SortedJson& keys, const std::string& place, Visit visit) {
    if (!keys.is_array()) return malformed(place, "the keys must be a list");
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (auto counted = count(1, place); !counted) return counted;
      if (Result<void> visited = visit(keys[i], text(place, " key ", i)); !visited) return visited;
    }
    return {};
  }

  Result<void> takeNote(double time) {
    last_time_ = std::max(last_time_, time);
    return {};
  }

 private:
  std::size_t max_keys_;
  std::size_t keys_ = 0;
  double last_time_ = 0;
};

}  // namespace vide::detail
