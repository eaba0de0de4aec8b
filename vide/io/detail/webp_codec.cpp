// SPDX-License-Identifier: MIT
#include <webp/decode.h>

#include "vide/io/detail/codecs.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> statusError(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return fail(ErrorCode::limit_exceeded, "the picture does not fit into memory; scale it down");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return fail(ErrorCode::unsupported, "this kind of WebP is not supported; convert it to PNG");
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return fail(ErrorCode::malformed_data, "damaged WebP: the file ends early; export it again");
    default:
      return fail(ErrorCode::malformed_data,
                  "damaged WebP: the data do not follow the format; export it again");
  }
}

Result<WebPBitstreamFeatures> readFeatures(std::span<const std::uint8_t> bytes) {
  WebPBitstreamFeatures features;
  const auto status = WebPGetFeatures(bytes.data(), bytes.size(), &features);
  if (status != VP8_STATUS_OK) return statusError(status);
  if (features.has_animation) {
    return fail(ErrorCode::unsupported, "this WebP is an animation; give one of its frames");
  }
  return features;
}

}  // namespace

Result<Image> decodeWebp(std::span<const std::uint8_t> bytes, const ImageLimits& limits) {
  const auto features = readFeatures(bytes);
  if (!features) return std::unexpected(features.error());
  if (auto allowed = checkImageSize(features->width, features->height, limits); !allowed) {
    return std::unexpected(allowed.error());
  }
  Image image(features->width, features->height);
  WebPDecoderConfig config;
  WebPInitDecoderConfig(&config);
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {image.rgba.data(), 4 * image.width, image.rgba.size()};
  const auto status = WebPDecode(bytes.data(), bytes.size(), &config);
  if (status != VP8_STATUS_OK) return statusError(status);
  return image;
}

}  // namespace vide::detail
