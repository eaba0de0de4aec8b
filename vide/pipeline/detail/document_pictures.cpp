// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/document_pictures.hpp"

#include <algorithm>

#include "vide/core/text.hpp"

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

Result<DocumentPictures> DocumentPictures::decode(const Document& document,
                                                  const ImageLimits& limits) {
  DocumentPictures pictures;
  for (const ImageAsset& asset : document.images) {
    auto image = decodeImage(asset.encoded, limits);
    if (!image) return failAt(text("image '", asset.name, "'"), image.error());
    pictures.textures_.emplace_back(*image);
    pictures.opaque_of_.push_back(nullptr);
    const bool is_opaque = std::ranges::any_of(document.layers, [&](const Layer& layer) {
      return layer.image == asset.id && layer.transparency == Transparency::opaque;
    });
    if (!hasAlpha(*image)) {
      pictures.opaque_of_.back() = &pictures.textures_.back();
    } else if (is_opaque) {
      pictures.opaque_of_.back() = &pictures.opaque_.emplace_back(withoutAlpha(*std::move(image)));
    }
  }
  pictures.textures_.emplace_back(whitePixel());
  return pictures;
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
