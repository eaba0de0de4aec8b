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

// "a, b, c", cut off where the list would fill the screen. `name_of` gives an item's name.
template <class Items, class NameOf>
std::string listed(const Items& items, NameOf name_of) {
  constexpr std::size_t most = 40;
  std::string list;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) {
    list += (i > 0 ? ", " : "") + name_of(items[i]);
  }
  return items.size() > most ? list + ", ..." : list;
}

}  // namespace vide
