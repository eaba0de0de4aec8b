// SPDX-License-Identifier: MIT
#include "vide/studio/detail/default_smoothness.hpp"

#include "vide/author/layer_picture.hpp"
#include "vide/weights/geodesic.hpp"

namespace vide::detail {

std::optional<double> DefaultSmoothness::of(const Document& document, const Layer& layer,
                                            const Pictures& pictures) {
  if (layer.settings.weights != WeightMethod::geodesic || !layer.image) return std::nullopt;
  const ImageAsset* image = findImage(document, *layer.image);
  const Image* pixels = image ? pictures.find(*image) : nullptr;
  if (!pixels) return std::nullopt;
  const std::uint64_t picture = pictures.numberOf(image->id);
  const auto threshold = layer.settings.mesh.alpha_threshold;
  const auto [entry, is_new] = known_.try_emplace(layer.id);
  Known& known = entry->second;
  if (is_new || known.picture != picture || known.threshold != threshold) {
    known = {picture, threshold, {}};
    if (const auto shape = shapeOf(layer, *pixels)) known.smoothness = defaultSmoothness(*shape);
  }
  return known.smoothness;
}

}  // namespace vide::detail
