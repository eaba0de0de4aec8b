// SPDX-License-Identifier: MIT
#include "vide/stage/detail/document_pictures.hpp"

#include <algorithm>
#include <utility>

namespace vide::detail {
namespace {

Image whitePixel() {
  Image image(1, 1);
  std::ranges::fill(image.rgba, std::uint8_t{255});
  return image;
}

bool hasAlpha(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return true;
  }
  return false;
}

Image withoutAlpha(Image image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

}  // namespace

DocumentPictures::DocumentPictures(const Document& document, std::vector<Image> pictures) {
  if (pictures.empty()) pictures.assign(document.images.size(), whitePixel());
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    Image image = std::move(pictures[i]);
    textures_.emplace_back(image);
    opaque_of_.push_back(nullptr);
    const bool is_opaque = std::ranges::any_of(document.layers, [&](const Layer& layer) {
      return layer.image == document.images[i].id && layer.transparency == Transparency::opaque;
    });
    if (!hasAlpha(image)) {
      opaque_of_.back() = &textures_.back();
    } else if (is_opaque) {
      opaque_of_.back() = &opaque_.emplace_back(withoutAlpha(std::move(image)));
    }
  }
  textures_.emplace_back(whitePixel());
}

LayerTexture DocumentPictures::of(const Document& document, const Layer& layer,
                                  LayerUse use) const {
  const ImageAsset* asset = layer.image ? findImage(document, *layer.image) : nullptr;
  if (!asset) return {&white(), true};
  const auto index = std::size_t(asset - document.images.data());
  const Texture* own = &textures_[index];
  const Texture* opaque = opaque_of_[index];
  const bool has_no_alpha = use == LayerUse::spatial && layer.transparency == Transparency::opaque;
  return {has_no_alpha && opaque ? opaque : own, opaque == own};
}

}  // namespace vide::detail
