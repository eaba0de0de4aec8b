// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace vide::detail {

// "a, b, c", cut off where the list would fill the screen.
template <class Items, class NameOf>
std::string listed(const Items& items, NameOf name_of) {
  constexpr std::size_t most = 40;
  std::string list;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) {
    list += (i > 0 ? ", " : "") + name_of(items[i]);
  }
  return items.size() > most ? list + ", ..." : list;
}

}  // namespace vide::detail
