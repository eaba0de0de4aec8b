// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "vide/core/text.hpp"

namespace vide {

// "a, b, c, d, e and 12 more": one line of a message, however many there are.
inline std::string nameList(std::span<const std::string> names, std::size_t most = 5) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += i > 0 ? ", " + names[i] : names[i];
  }
  if (names.size() > most) list += text(" and ", names.size() - most, " more");
  return list;
}

}  // namespace vide
