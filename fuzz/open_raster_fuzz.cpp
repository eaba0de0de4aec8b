// SPDX-License-Identifier: MIT
#include <cstdint>
#include <span>

#include "fuzz/require.hpp"
#include "vide/io/open_raster.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const vide::OpenRasterLimits limits{.image = {.max_pixels = 1 << 16, .max_file_bytes = 1 << 20},
                                      .max_total_pixels = 1 << 18};
  const auto picture = vide::decodeOpenRaster({data, size}, limits);
  if (!picture) {
    require(!picture.error().message.empty());
    return 0;
  }
  require(picture->width > 0 && picture->height > 0);
  for (const auto& layer : picture->layers) {
    require(!layer.name.empty());
    require(layer.opacity >= 0 && layer.opacity <= 1);
    require(layer.image.rgba.size() ==
            4 * std::size_t(layer.image.width) * std::size_t(layer.image.height));
  }
  return 0;
}
