// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/image/image.hpp"
#include "vide/io/file.hpp"

// Pictures as files: PNG, JPEG and WebP in, PNG out.
//
// A file's format is told by its first bytes, never by its name. Whatever the colour type, depth or
// interlacing, the result is 8-bit RGBA with straight alpha:
//  - PNG: 16 bits a channel are rounded to 8; palettes and transparent colours are expanded; of an
//    animated PNG the default picture is read.
//  - JPEG: grey and colour, baseline and progressive; CMYK is refused.
//  - WebP: lossy and lossless, with or without alpha; animations are refused.
// Colour profiles, gamma and the EXIF orientation are not applied: samples are taken as sRGB and
// rows as they are stored.
//
// Errors: malformed_data for bytes that break their format or end early (a checksum that does not
// match counts, also in chunks that are not needed), unsupported, limit_exceeded.
namespace vide {

struct ImageLimits {
  std::int64_t max_pixels = std::int64_t(1) << 28;      // width * height
  std::size_t max_file_bytes = default_max_file_bytes;  // readImage only
};

Result<Image> decodeImage(std::span<const std::uint8_t> bytes, const ImageLimits& limits = {});

// Messages begin with the path.
Result<Image> readImage(const std::string& path, const ImageLimits& limits = {});

struct PngOptions {
  int compression = 6;  // 0 (none) .. 9 (smallest)
  Progress progress;    // asked between rows whether to stop
};

// 8-bit RGBA. Error: cancelled. The same picture and options give the same bytes with the same
// zlib.
Result<std::vector<std::uint8_t>> encodePng(const Image& image, const PngOptions& options = {});

// Atomic, see AtomicFile.
Result<void> writePng(const std::string& path, const Image& image, const PngOptions& options = {});

}  // namespace vide
