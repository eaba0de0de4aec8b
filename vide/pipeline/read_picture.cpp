// SPDX-License-Identifier: MIT
#include "vide/pipeline/read_picture.hpp"

#include "vide/core/text.hpp"
#include "vide/formats/image_header.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide {

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

}  // namespace vide
