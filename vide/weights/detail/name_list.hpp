// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "vide/core/text.hpp"

namespace vide::detail {

// "a, b, c, d, e and 12 more": one line of a warning, however many there are.
inline std::string nameList(std::span<const std::string> names) {
  constexpr std::size_t most_named = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
    list += i > 0 ? ", " + names[i] : names[i];
  }
  if (names.size() > most_named) list += text(" and ", names.size() - most_named, " more");
  return list;
}

inline std::string quoted(const std::string& name) { return text("\"", name, "\""); }

}  // namespace vide::detail
