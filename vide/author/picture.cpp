// SPDX-License-Identifier: MIT
#include "vide/author/picture.hpp"

#include <algorithm>

#include "vide/core/text.hpp"

namespace vide {
namespace {

bool takesAlpha(const Picture& picture, const ShapeOptions& options) {
  return !picture.mask && !options.remove_background;
}

}  // namespace

Result<Coverage> shapeOf(const Picture& picture, const ShapeOptions& options) {
  if (picture.mask) {
    return coverageFromMask(*picture.mask,
                            {.threshold = options.threshold, .picture = &picture.image});
  }
  if (options.remove_background) {
    return coverageFromBackground(picture.image, *options.remove_background);
  }
  return coverageFromAlpha(picture.image, {.threshold = options.threshold});
}

Image cutOutImage(const Picture& picture, const Coverage& shape, const ShapeOptions& options) {
  Image cut = picture.image;
  if (takesAlpha(picture, options)) return cut;
  for (std::size_t i = 0; i < shape.value.size(); ++i) {
    cut.rgba[4 * i + 3] = std::min(cut.rgba[4 * i + 3], shape.value[i]);
  }
  return cut;
}

Result<ImageAsset> cutOutAsset(const Picture& picture, const Coverage& shape,
                               const ShapeOptions& options) {
  ImageAsset asset;
  asset.name = picture.name;
  asset.width = picture.image.width;
  asset.height = picture.image.height;
  if (takesAlpha(picture, options)) {
    asset.mime = picture.mime;
    asset.encoded = picture.encoded;
    return asset;
  }
  auto encoded = encodePicture(cutOutImage(picture, shape, options), options, picture.source);
  if (!encoded) return std::unexpected(encoded.error());
  asset.mime = "image/png";
  asset.encoded = std::move(*encoded);
  return asset;
}

Result<std::vector<std::uint8_t>> encodePicture(const Image& image, const ShapeOptions& options,
                                                const std::string& place) {
  if (!options.encode) {
    return fail(ErrorCode::unsupported,
                place + ": the picture is cut, and there is no encoder to write it with");
  }
  auto encoded = options.encode(image);
  if (!encoded) return failAt(place, encoded.error());
  return encoded;
}

}  // namespace vide
