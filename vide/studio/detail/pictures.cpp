// SPDX-License-Identifier: MIT
#include "vide/studio/detail/pictures.hpp"

#include <algorithm>

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {

Result<Image> imageOf(std::span<const std::uint8_t> pixels, int width, int height,
                      const std::string& what) {
  Image image(width, height);
  if (pixels.size() != image.rgba.size()) {
    return fail(ErrorCode::invalid_argument,
                text(what, " of ", width, " x ", height, " has ", image.rgba.size(),
                     " bytes of pixels, not ", pixels.size()));
  }
  std::ranges::copy(pixels, image.rgba.begin());
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
