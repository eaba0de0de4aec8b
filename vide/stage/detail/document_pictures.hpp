// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "vide/image/image.hpp"
#include "vide/raster/texture.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// The texture that a layer is painted with.
struct LayerTexture {
  const Texture* texture = nullptr;
  bool is_full = false;  // covers everywhere
};

enum class LayerUse { flat, spatial };

// A document's pictures as textures.
class DocumentPictures {
 public:
  // `pictures`: the document's images, decoded; without any, all are white.
  DocumentPictures(const Document& document, std::vector<Image> pictures);

  // Of a layer of that document; plain white where it has no picture.
  LayerTexture of(const Document& document, const Layer& layer, LayerUse use) const;
  const Texture& white() const { return textures_.back(); }

 private:
  std::deque<Texture> textures_;           // of the document's images, then the white one
  std::deque<Texture> opaque_;             // more, for layers whose alpha means nothing
  std::vector<const Texture*> opaque_of_;  // by image; null: its texture has alpha
};

}  // namespace vide::detail
