// SPDX-License-Identifier: MIT
#include "vide/core/utf8.hpp"

#include <cstddef>

namespace vide {
namespace {

struct Lead {
  std::size_t length;                     // bytes of the whole character, 0 for no valid lead byte
  unsigned char second_low, second_high;  // range of the byte that follows
};

Lead classify(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

bool isUtf8(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (std::size_t i = 0; i < bytes.size();) {
    const Lead lead = classify(byte(i));
    if (lead.length == 0 || i + lead.length > bytes.size()) return false;
    for (std::size_t k = 1; k < lead.length; ++k) {
      const unsigned char low = k == 1 ? lead.second_low : 0x80;
      const unsigned char high = k == 1 ? lead.second_high : 0xBF;
      if (byte(i + k) < low || byte(i + k) > high) return false;
    }
    i += lead.length;
  }
  return true;
}

}  // namespace vide
