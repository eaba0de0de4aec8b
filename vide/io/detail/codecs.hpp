// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "vide/core/error.hpp"
#include "vide/image/image.hpp"
#include "vide/io/image_file.hpp"

// One decoder a format; the caller has checked the signature. max_pixels is at most 2^40. They may
// throw std::bad_alloc.
namespace vide::detail {

Result<Image> decodePng(std::span<const std::uint8_t> bytes, const ImageLimits& limits);
Result<Image> decodeJpeg(std::span<const std::uint8_t> bytes, const ImageLimits& limits);
Result<Image> decodeWebp(std::span<const std::uint8_t> bytes, const ImageLimits& limits);

// To be called before anything of that size is allocated.
Result<void> checkImageSize(std::int64_t width, std::int64_t height, const ImageLimits& limits);

}  // namespace vide::detail
