// SPDX-License-Identifier: MIT
#include "vide/studio/detail/pictures.hpp"

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {

Result<Image> imageOf(std::span<const std::uint8_t> pixels, int width, int height,
                      const std::string& what) {
  const std::uint64_t bytes = 4 * std::uint64_t(width) * std::uint64_t(height);
  if (pixels.size() != bytes) {
    return fail(ErrorCode::invalid_argument, text(what, " of ", width, " x ", height, " has ",
                                                  bytes, " bytes of pixels, not ", pixels.size()));
  }
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.assign(pixels.begin(), pixels.end());
  return image;
}

std::uint64_t Pictures::hashOf(const ImageAsset& image) {
  FnvHash hash;
  hash.add(std::span<const std::uint8_t>(image.encoded));
  return hash.value();
}

const Image* Pictures::find(const ImageAsset& image) const {
  const auto found = all_.find(image.id);
  if (found == all_.end()) return nullptr;
  const Picture& picture = found->second;
  const bool is_same_memory =
      picture.file == image.encoded.data() && picture.bytes == image.encoded.size();
  if (!is_same_memory && picture.hash != hashOf(image)) return nullptr;
  picture.file = image.encoded.data();
  picture.bytes = image.encoded.size();
  return &picture.pixels;
}

void Pictures::set(const ImageAsset& image, Image pixels) {
  all_[image.id] = {hashOf(image), image.encoded.data(), image.encoded.size(), std::move(pixels),
                    next_++};
}

}  // namespace vide::detail
