// SPDX-License-Identifier: MIT
#pragma once

// What kind of picture some bytes are and how large, without decoding them.

#include <cstdint>
#include <span>
#include <string>

#include "vide/core/error.hpp"

namespace vide {

// "image/png", "image/jpeg" or "image/webp" by the first bytes; empty for anything else.
std::string imageMime(std::span<const std::uint8_t> bytes);

struct ImageHeader {
  std::string mime;
  int width = 0;  // pixels
  int height = 0;
};

// Errors: another kind of file, a header that is cut off or says a size of zero. Not guaranteed:
// that the rest of the picture can be decoded.
//
// Sources: PNG (third edition), 11.2.1; JPEG (ITU T.81), B.2.2; WebP container specification.
Result<ImageHeader> readImageHeader(std::span<const std::uint8_t> bytes);

}  // namespace vide
