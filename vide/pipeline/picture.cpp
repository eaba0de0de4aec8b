// SPDX-License-Identifier: MIT
#include "vide/pipeline/picture.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/image_header.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide {
namespace {

bool takesAlpha(const Picture& picture, const ShapeOptions& options) {
  return !picture.mask && !options.remove_background;
}

}  // namespace

Result<Picture> readPicture(const std::string& path, const std::string& mask_path,
                            const ImageLimits& limits) {
  Picture picture;
  picture.name = nameIn(path, "picture");
  picture.source = path;
  auto bytes = readFile(path, limits.max_file_bytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto image = decodeImage(*bytes, limits);
  if (!image) return failAt(path, image.error());
  picture.image = std::move(*image);
  picture.encoded = std::move(*bytes);
  picture.mime = imageMime(picture.encoded);
  if (mask_path.empty()) return picture;

  auto mask = readImage(mask_path, limits);
  if (!mask) return std::unexpected(mask.error());
  if (mask->width != picture.image.width || mask->height != picture.image.height) {
    return fail(
        ErrorCode::invalid_argument,
        text(mask_path, ": the mask is ", mask->width, " x ", mask->height, " pixels, the picture ",
             picture.image.width, " x ", picture.image.height, "; make them the same size"));
  }
  picture.mask = std::move(*mask);
  return picture;
}

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
  auto encoded = encodePng(cutOutImage(picture, shape, options));
  if (!encoded) return failAt(picture.source, encoded.error());
  asset.mime = "image/png";
  asset.encoded = std::move(*encoded);
  return asset;
}

}  // namespace vide
