// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "vide/core/error.hpp"

// Questions to JSON that came from outside. None of them can fail hard: what is missing or of
// another type is an empty answer.
namespace vide::detail {

using Json = nlohmann::ordered_json;

// Writing and comparing recurse, and the members of an object are searched one by one.
struct JsonLimits {
  int nesting = 100;
  std::size_t members = 20'000;  // of one object
};

// Errors, with the line and the byte of it: text that is not JSON, an object that gives a name
// twice; a limit passed.
Result<Json> parseJson(std::string_view json, const JsonLimits& limits = {});

// Members are sorted by name: an object with a million of them is still read quickly, which one
// that keeps their order is not.
using SortedJson = nlohmann::json;

// Errors as above.
Result<SortedJson> parseSortedJson(std::string_view json, std::size_t max_bytes);

// The member of that name, or null when there is none or `object` is not an object.
inline const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(name);
  return at == object.end() ? nullptr : &*at;
}

// The element, or null when there is none or `array` is not an array.
inline const Json* element(const Json* array, std::size_t index) {
  return array && array->is_array() && index < array->size() ? &(*array)[index] : nullptr;
}

inline std::optional<double> asNumber(const Json* value) {
  if (!value || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

// A whole number from 0 to 2^53, however it is spelt.
inline std::optional<std::size_t> asCount(const Json* value) {
  const auto number = asNumber(value);
  if (!number || !(*number >= 0 && *number <= 0x1p53) || *number != std::floor(*number)) {
    return std::nullopt;
  }
  if (*number > static_cast<double>(SIZE_MAX)) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

inline const std::string* asText(const Json* value) {
  return value && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
}

inline std::optional<double> numberIn(const Json& object, std::string_view name) {
  return asNumber(member(object, name));
}
inline std::optional<std::size_t> countIn(const Json& object, std::string_view name) {
  return asCount(member(object, name));
}
inline const std::string* textIn(const Json& object, std::string_view name) {
  return asText(member(object, name));
}
inline bool flagIn(const Json& object, std::string_view name, bool otherwise) {
  const Json* value = member(object, name);
  return value && value->is_boolean() ? value->get<bool>() : otherwise;
}

}  // namespace vide::detail
