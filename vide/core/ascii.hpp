// SPDX-License-Identifier: MIT
#pragma once

namespace vide {

// Letters of ASCII in lower case, all else as it is; independent of the locale.
constexpr char lowered(char letter) {
  return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
}

}  // namespace vide
