// SPDX-License-Identifier: MIT
#include "vide/core/color_text.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace vide {

std::optional<Color> parseColor(std::string_view text) {
  if (text == "transparent") return Color{0, 0, 0, 0};
  if (text == "white") return Color{255, 255, 255, 255};
  if (text == "black") return Color{0, 0, 0, 255};
  if (!text.starts_with('#')) return std::nullopt;
  std::string digits(text.substr(1));
  if (digits.size() == 3) {
    digits = {digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]};
  }
  if (digits.size() == 6) digits += "ff";
  std::uint32_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, 16);
  if (digits.size() != 8 || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  const auto byte = [&](int shift) { return static_cast<std::uint8_t>(value >> shift); };
  return Color{byte(24), byte(16), byte(8), byte(0)};
}

}  // namespace vide
