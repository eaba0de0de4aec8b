// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/detail/json.hpp"

// Values as JSON and back. A struct takes part through one function
//   template <class Fields, SameAs<Thing> Self> void describe(Fields& fields, Self& thing)
// which names its members once, for all directions: those that are always there, the rest with
// their usual values, and `elsewhere` what is read and written beside it. The numbers that tell an
// item of a list from the others are its `identity`. An enumeration takes part through a table of
// names
//   std::span<const EnumName<Thing>> namesOf(EnumTag<Thing>).
// Members that have their usual value are left out of the file.
namespace vide::detail {

template <class Self, class Thing>
concept SameAs = std::same_as<std::remove_const_t<Self>, Thing>;

template <class Enum>
using EnumName = std::pair<Enum, const char*>;

template <class Enum>
struct EnumTag {};

class FieldWriter;
class FieldReader;

// Declared before any is defined: they call each other for what is inside a value.
template <class Enum>
requires std::is_enum_v<Enum> Json toJson(Enum value);
template <class Value>
Json toJson(const std::optional<Value>& value);
template <class Value>
Json toJson(const std::vector<Value>& values);
template <class Struct>
requires requires(FieldWriter& fields, const Struct& value) { describe(fields, value); }
Json toJson(const Struct& value);

template <class Enum>
requires std::is_enum_v<Enum> std::string fromJson(const Json& json, Enum& value);
template <class Value>
std::string fromJson(const Json& json, std::optional<Value>& value);
template <class Value>
std::string fromJson(const Json& json, std::vector<Value>& values);
template <class Struct>
requires requires(FieldReader& fields, Struct& value) { describe(fields, value); }
std::string fromJson(const Json& json, Struct& value);

inline Json toJson(double value) { return value; }
inline Json toJson(bool value) { return value; }
inline Json toJson(int value) { return value; }
inline Json toJson(std::uint32_t value) { return value; }
inline Json toJson(const std::string& value) { return value; }
inline Json toJson(Vec2 v) { return Json::array({v.x, v.y}); }
inline Json toJson(Vec3 v) { return Json::array({v.x, v.y, v.z}); }
inline Json toJson(Quat q) { return Json::array({q.x, q.y, q.z, q.w}); }

template <class Enum>
requires std::is_enum_v<Enum> Json toJson(Enum value) {
  const auto names = namesOf(EnumTag<Enum>{});
  return std::ranges::find(names, value, &EnumName<Enum>::first)->second;
}

template <class Value>
Json toJson(const std::optional<Value>& value) {
  return value ? toJson(*value) : Json();
}

template <class Value>
Json toJson(const std::vector<Value>& values) {
  Json array = Json::array();
  for (const Value& value : values) array.push_back(toJson(value));
  return array;
}

class FieldWriter {
 public:
  template <class Value>
  void identity(const char* name, const Value& value) {
    required(name, value);
  }
  template <class Value>
  void required(const char* name, const Value& value) {
    object[name] = toJson(value);
  }
  template <class Value>
  void optional(const char* name, const Value& value, const std::type_identity_t<Value>& usual) {
    if (!(value == usual)) object[name] = toJson(value);
  }
  template <class Value>
  void list(const char* name, const std::vector<Value>& values) {
    if (!values.empty()) object[name] = toJson(values);
  }
  void elsewhere(const char*) {}

  Json object = Json::object();
};

template <class Struct>
requires requires(FieldWriter& fields, const Struct& value) { describe(fields, value); }
Json toJson(const Struct& value) {
  FieldWriter fields;
  describe(fields, value);
  return std::move(fields.object);
}

// Each fromJson says what is wrong, or nothing: ".settings.influences is not a whole number".
inline std::string fromJson(const Json& json, double& value) {
  if (!json.is_number()) return " is not a number";
  value = json.get<double>();
  return {};
}

inline std::string fromJson(const Json& json, bool& value) {
  if (!json.is_boolean()) return " is not true or false";
  value = json.get<bool>();
  return {};
}

inline std::string fromJson(const Json& json, std::string& value) {
  if (!json.is_string()) return " is not text";
  value = json.get<std::string>();
  return {};
}

template <class Whole>
requires std::same_as<Whole, int> || std::same_as<Whole, std::uint32_t> std::string fromJson(
    const Json& json, Whole& value) {
  const auto number = asNumber(&json);
  using Limits = std::numeric_limits<Whole>;
  if (!number || *number != std::floor(*number) || !(*number >= Limits::min()) ||
      !(*number <= Limits::max())) {
    return " is not a whole number in range";
  }
  value = static_cast<Whole>(*number);
  return {};
}

inline std::string numbersFromJson(const Json& json, std::initializer_list<double*> values) {
  if (!json.is_array() || json.size() != values.size() ||
      !std::ranges::all_of(json, [](const Json& item) { return item.is_number(); })) {
    return text(" is not ", values.size(), " numbers");
  }
  std::size_t i = 0;
  for (double* value : values) *value = json[i++].get<double>();
  return {};
}

inline std::string fromJson(const Json& json, Vec2& v) {
  return numbersFromJson(json, {&v.x, &v.y});
}
inline std::string fromJson(const Json& json, Vec3& v) {
  return numbersFromJson(json, {&v.x, &v.y, &v.z});
}
inline std::string fromJson(const Json& json, Quat& q) {
  return numbersFromJson(json, {&q.x, &q.y, &q.z, &q.w});
}

template <class Enum>
requires std::is_enum_v<Enum> std::string fromJson(const Json& json, Enum& value) {
  const std::string* name = asText(&json);
  for (const auto& [candidate, spelling] : namesOf(EnumTag<Enum>{})) {
    if (!name || *name != spelling) continue;
    value = candidate;
    return {};
  }
  return name ? text(" is \"", *name, "\", which this version does not know") : " is not text";
}

template <class Value>
std::string fromJson(const Json& json, std::optional<Value>& value) {
  return fromJson(json, value.emplace());
}

template <class Value>
std::string fromJson(const Json& json, std::vector<Value>& values) {
  if (!json.is_array()) return " is not a list";
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (const std::string fault = fromJson(json[i], values.emplace_back()); !fault.empty()) {
      return text("[", i, "]", fault);
    }
  }
  return {};
}

class FieldReader {
 public:
  explicit FieldReader(const Json& object) : object_(object) {
    if (!object.is_object()) fault = " is not an object";
  }

  template <class Value>
  void identity(const char* name, Value& value) {
    required(name, value);
  }
  template <class Value>
  void required(const char* name, Value& value) {
    const Json* json = member(object_, name);
    if (!json) {
      note(text(".", name, " is missing"));
    } else if (const std::string what = fromJson(*json, value); !what.empty()) {
      note(text(".", name, what));
    }
  }
  template <class Value>
  void optional(const char* name, Value& value, const std::type_identity_t<Value>& usual) {
    value = usual;
    if (member(object_, name)) required(name, value);
  }
  template <class Value>
  void list(const char* name, std::vector<Value>& values) {
    values.clear();
    if (member(object_, name)) required(name, values);
  }

  void elsewhere(const char*) {}
  bool has(const char* name) const { return member(object_, name) != nullptr; }
  // Keeps what is wrong, if nothing was before.
  void note(std::string what) {
    if (fault.empty()) fault = std::move(what);
  }

  std::string fault;  // the first

 private:
  const Json& object_;
};

template <class Struct>
requires requires(FieldReader& fields, Struct& value) { describe(fields, value); }
std::string fromJson(const Json& json, Struct& value) {
  FieldReader fields(json);
  describe(fields, value);
  return std::move(fields.fault);
}

}  // namespace vide::detail
