// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/core/vec.hpp"
#include "vide/formats/detail/plane_parts.hpp"

// Values as Godot's text scenes write them.
namespace vide::detail {

inline std::string godotNumber(double x) { return toText(x + 0.0); }

// As a key's value: between two whole numbers Godot would go in whole steps.
inline std::string godotReal(double x) {
  const std::string number = godotNumber(x);
  return number.find_first_of(".e") == std::string::npos ? number + ".0" : number;
}

inline std::string godotText(std::string_view plain) {
  std::string quoted = "\"";
  for (const char c : plain) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

inline std::string godotVector(double x, double y) {
  return text("Vector2(", godotNumber(x), ", ", godotNumber(y), ")");
}

// "NAME(1, 2, 3)".
inline std::string godotArray(std::string_view name, const std::vector<double>& numbers) {
  std::string out(name);
  out += '(';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out += ", ";
    out += godotNumber(numbers[i]);
  }
  return out + ')';
}

// "[a, b]".
inline std::string godotList(const std::vector<std::string>& items) {
  std::string out = "[";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i > 0 ? ", " : "") + items[i];
  return out + "]";
}

// The matrix of parts with y down.
inline std::string godotTransform(const PlaneParts& parts) {
  const Affine3 m = toAffine(parts);
  return godotArray("Transform2D", {m.linear.x.x, m.linear.x.y, m.linear.y.x, m.linear.y.y,
                                    m.translation.x, m.translation.y});
}

// A name that a node may have.
inline std::string godotNodeName(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool forbidden = std::string_view(".:@/\"%\\\n\t").find(c) != std::string_view::npos;
    out += forbidden ? '_' : c;
  }
  return out;
}

}  // namespace vide::detail
