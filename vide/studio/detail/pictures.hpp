// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "vide/core/error.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The picture of these pixels: straight RGBA, top row first; sides above 0. `what` names it in the
// message. Error: another number of bytes; no memory is taken before, whatever the sides say.
Result<Image> imageOf(std::span<const std::uint8_t> pixels, int width, int height,
                      const std::string& what);

// Pixels of a document's images, as far as they were brought. They stay while their image is gone,
// so that undo brings back both.
class Pictures {
 public:
  // Null where the image's pixels were not brought: an image that took over the id of another one
  // has none of that one's.
  const Image* find(const ImageAsset& image) const;
  void set(const ImageAsset& image, Image pixels);
  // Another one each time that pixels are set; for images that find() knows.
  std::uint64_t numberOf(ImageId image) const { return all_.at(image).number; }
  void clear() { all_.clear(); }

 private:
  struct Picture {
    std::uint64_t hash = 0;  // of the image's file
    // Where the file was seen last, so that it is rarely hashed again.
    mutable const std::uint8_t* file = nullptr;
    mutable std::size_t bytes = 0;
    Image pixels;
    std::uint64_t number = 0;
  };
  static std::uint64_t hashOf(const ImageAsset& image);

  std::map<ImageId, Picture> all_;
  std::uint64_t next_ = 1;
};

}  // namespace vide::detail
