// SPDX-License-Identifier: MIT
#include "vide/studio/detail/layer_weighers.hpp"

namespace vide::detail {

Result<LayerWeights> LayerWeighers::weigh(const Document& document, const Layer& layer,
                                          const Pictures& pictures,
                                          const LayerWeightsOptions& options,
                                          const Progress& progress) {
  const ImageAsset* image = layer.image ? findImage(document, *layer.image) : nullptr;
  const Image* pixels = image ? pictures.find(*image) : nullptr;
  const std::uint64_t picture = pixels ? pictures.numberOf(image->id) : 0;
  Entry& entry = all_[layer.id];
  if (entry.picture != picture) entry = {.picture = picture};
  return entry.weigher.weigh(document, layer, pixels, options, progress);
}

}  // namespace vide::detail
