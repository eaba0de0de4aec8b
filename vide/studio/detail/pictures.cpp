// SPDX-License-Identifier: MIT
#include "vide/studio/detail/pictures.hpp"

#include "vide/core/fnv_hash.hpp"

namespace vide::detail {

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
