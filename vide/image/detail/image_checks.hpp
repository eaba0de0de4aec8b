// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/image/image.hpp"

namespace vide::detail {

// At least one pixel, and as many bytes as the size says.
inline Result<void> checkImage(const Image& image) {
  if (image.width < 1 || image.height < 1) {
    return fail(ErrorCode::invalid_argument, "the picture has no pixels");
  }
  const auto expected = 4 * std::size_t(image.width) * std::size_t(image.height);
  if (image.rgba.size() == expected) return {};
  return fail(ErrorCode::invalid_argument,
              text("the picture has ", image.rgba.size(), " bytes, but ", image.width, " x ",
                   image.height, " pixels need ", expected));
}

}  // namespace vide::detail
