// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <string>

#include "vide/core/vec.hpp"

namespace vide::detail {

// "(x, y, z)" to four digits, for warnings that a person reads.
inline std::string placeText(Vec3 p) {
  std::string text = "(";
  for (const double x : {p.x, p.y, p.z}) {
    char buffer[32];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, x + 0.0, std::chars_format::general, 4);
    text.append(text.size() > 1 ? ", " : "").append(buffer, end.ptr);
  }
  return text + ")";
}

}  // namespace vide::detail
