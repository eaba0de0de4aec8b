// SPDX-License-Identifier: MIT
#include "vide/io/image_file.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

#include "vide/core/text.hpp"
#include "vide/io/detail/codecs.hpp"

namespace vide {
namespace detail {

Result<void> checkImageSize(std::int64_t width, std::int64_t height, const ImageLimits& limits) {
  if (width <= limits.max_pixels / height) return {};
  return fail(ErrorCode::limit_exceeded,
              text("the picture has ", width, " x ", height, " pixels, more than the limit of ",
                   limits.max_pixels, "; scale it down or raise the limit"));
}

}  // namespace detail

namespace {

using Bytes = std::span<const std::uint8_t>;

bool hasAt(Bytes bytes, std::size_t offset, std::string_view expected) {
  return bytes.size() >= offset + expected.size() &&
         std::equal(expected.begin(), expected.end(), bytes.begin() + std::ptrdiff_t(offset),
                    [](char a, std::uint8_t b) { return std::uint8_t(a) == b; });
}

// Keeps byte counts far from the ends of their types, whatever the caller allows.
constexpr std::int64_t most_pixels = std::int64_t(1) << 40;

struct Format {
  bool (*matches)(Bytes);
  Result<Image> (*decode)(Bytes, const ImageLimits&);
};

constexpr std::array formats{
    Format{[](Bytes bytes) { return hasAt(bytes, 0, "\x89PNG\r\n\x1a\n"); }, detail::decodePng},
    Format{[](Bytes bytes) { return hasAt(bytes, 0, "\xff\xd8\xff"); }, detail::decodeJpeg},
    Format{[](Bytes bytes) { return hasAt(bytes, 0, "RIFF") && hasAt(bytes, 8, "WEBP"); },
           detail::decodeWebp},
};

}  // namespace

Result<Image> decodeImage(Bytes bytes, const ImageLimits& limits) try {
  if (bytes.empty()) return fail(ErrorCode::malformed_data, "the file is empty");
  const auto format = std::ranges::find_if(
      formats, [&](const Format& candidate) { return candidate.matches(bytes); });
  if (format == formats.end()) {
    return fail(ErrorCode::unsupported, "not a PNG, JPEG or WebP picture; convert it to PNG");
  }
  ImageLimits bounded = limits;
  bounded.max_pixels = std::min(limits.max_pixels, most_pixels);
  return format->decode(bytes, bounded);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::limit_exceeded, "the picture does not fit into memory; scale it down");
}

Result<Image> readImage(const std::string& path, const ImageLimits& limits) {
  const auto bytes = readFile(path, limits.max_file_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto image = decodeImage(*bytes, limits);
  if (!image) return failAt(path, image.error());
  return image;
}

Result<void> writePng(const std::string& path, const Image& image, const PngOptions& options) {
  const auto bytes = encodePng(image, options);
  if (!bytes && bytes.error().code == ErrorCode::cancelled) return std::unexpected(bytes.error());
  if (!bytes) return failAt(path, bytes.error());
  return writeFileAtomically(path, *bytes);
}

}  // namespace vide
