// SPDX-License-Identifier: MIT
#include "vide/pipeline/open_renderer.hpp"

#include <utility>
#include <vector>

#include "vide/core/text.hpp"

namespace vide {

Result<DocumentRenderer> openRenderer(const Document& document, const ImageLimits& limits) {
  std::vector<Image> pictures;
  for (const ImageAsset& asset : document.images) {
    auto picture = decodeImage(asset.encoded, limits);
    if (!picture) return failAt(text("image '", asset.name, "'"), picture.error());
    pictures.push_back(*std::move(picture));
  }
  return DocumentRenderer::create(document, std::move(pictures));
}

}  // namespace vide
