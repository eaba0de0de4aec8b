// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace vide {

// The shortest text that reads back as the same number; independent of the locale.
template <class Number>
requires std::integral<Number> || std::floating_point<Number> std::string toText(Number value) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

inline std::string toText(bool value) { return value ? "true" : "false"; }
inline std::string toText(char value) { return std::string(1, value); }
inline std::string toText(const char* value) { return value; }
inline std::string toText(std::string_view value) { return std::string(value); }
inline std::string toText(const std::string& value) { return value; }

// Messages are built from pieces: text("row ", 3, " has ", n, " entries").
template <class... Pieces>
std::string text(const Pieces&... pieces) {
  std::string joined;
  (joined.append(toText(pieces)), ...);
  return joined;
}

}  // namespace vide
