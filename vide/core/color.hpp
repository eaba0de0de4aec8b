// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace vide {

// A colour in sRGB with straight alpha.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;

  friend constexpr bool operator==(Color, Color) = default;
};

}  // namespace vide
