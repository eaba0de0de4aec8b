// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vide/core/error.hpp"

// Godot's text scenes (.tscn, formats 2 and 3) as sections with values; nothing of what they mean.
namespace vide::detail {

struct GodotValue {
  enum class Kind { nothing, flag, number, text, call, list, table };

  Kind kind = Kind::nothing;
  double number = 0;              // flags: 0 or 1
  std::string text;               // of text, names and paths; of a call its name
  std::vector<double> numbers;    // what a call or a list of numbers alone holds
  std::vector<GodotValue> items;  // what other calls and lists hold; of a table key, value, key ..

  // The value of that key in a table, or null.
  const GodotValue* find(std::string_view key) const;
};

struct GodotSection {
  std::string kind;  // "node", "sub_resource" ..
  std::vector<std::pair<std::string, GodotValue>> attributes;
  std::vector<std::pair<std::string, GodotValue>> properties;

  const GodotValue* property(std::string_view name) const;
  // Text, or a number as text; empty where there is none.
  std::string attribute(std::string_view name) const;
};

// Errors, each with its line: text that does not follow the format, values nested too deeply, more
// of them than `max_values`.
Result<std::vector<GodotSection>> parseGodotScene(std::string_view text, std::size_t max_values);

}  // namespace vide::detail
