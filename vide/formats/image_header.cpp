// SPDX-License-Identifier: MIT
#include "vide/formats/image_header.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace vide {
namespace {

using Bytes = std::span<const std::uint8_t>;

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

bool holds(Bytes bytes, std::size_t at, std::string_view wanted) {
  return bytes.size() >= at + wanted.size() &&
         std::equal(wanted.begin(), wanted.end(), bytes.begin() + std::ptrdiff_t(at),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

std::uint32_t bigEndian(Bytes bytes, std::size_t at, std::size_t count) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number = number << 8 | bytes[at + i];
  return number;
}

std::uint32_t littleEndian(Bytes bytes, std::size_t at, std::size_t count) {
  std::uint32_t number = 0;
  for (std::size_t i = count; i-- > 0;) number = number << 8 | bytes[at + i];
  return number;
}

std::optional<Size> pngSize(Bytes bytes) {
  if (bytes.size() < 24 || !holds(bytes, 12, "IHDR")) return std::nullopt;
  return Size{bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4)};
}

// Walks the segments to the frame header.
std::optional<Size> jpegSize(Bytes bytes) {
  for (std::size_t at = 2; at + 9 <= bytes.size();) {
    if (bytes[at] != 0xFF) return std::nullopt;
    const std::uint8_t marker = bytes[at + 1];
    if (marker == 0xFF) {  // filler
      ++at;
      continue;
    }
    const bool is_frame =
        marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (is_frame) return Size{bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2)};
    at += 2 + std::max<std::uint32_t>(bigEndian(bytes, at + 2, 2), 2);
  }
  return std::nullopt;
}

std::optional<Size> webpSize(Bytes bytes) {
  if (bytes.size() < 30) return std::nullopt;
  if (holds(bytes, 12, "VP8X")) {
    return Size{littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1};
  }
  if (holds(bytes, 12, "VP8L")) {
    const std::uint32_t bits = littleEndian(bytes, 21, 4);
    return Size{(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
  }
  if (holds(bytes, 12, "VP8 ")) {
    return Size{littleEndian(bytes, 26, 2) & 0x3FFF, littleEndian(bytes, 28, 2) & 0x3FFF};
  }
  return std::nullopt;
}

}  // namespace

std::string imageMime(Bytes bytes) {
  if (holds(bytes, 0, "\x89PNG")) return "image/png";
  if (holds(bytes, 0, "\xFF\xD8\xFF")) return "image/jpeg";
  if (holds(bytes, 0, "RIFF") && holds(bytes, 8, "WEBP")) return "image/webp";
  return {};
}

Result<ImageHeader> readImageHeader(Bytes bytes) {
  ImageHeader header{.mime = imageMime(bytes)};
  if (header.mime.empty()) {
    return fail(ErrorCode::unsupported, "not a PNG, JPEG or WebP picture");
  }
  const auto size = header.mime == "image/png"    ? pngSize(bytes)
                    : header.mime == "image/jpeg" ? jpegSize(bytes)
                                                  : webpSize(bytes);
  constexpr std::uint32_t largest = 0x7FFFFFFF;
  if (!size || size->width == 0 || size->height == 0 || size->width > largest ||
      size->height > largest) {
    return fail(ErrorCode::malformed_data, "the picture's header is cut off or says no size");
  }
  header.width = static_cast<int>(size->width);
  header.height = static_cast<int>(size->height);
  return header;
}

}  // namespace vide
