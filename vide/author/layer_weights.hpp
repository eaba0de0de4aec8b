// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

namespace vide {

class ThreadPool;

enum class WeightQuality {
  // While something is dragged, never to be kept: geodesic distances in a smaller picture, also in
  // the place of bounded biharmonic weights for many vertices or bones (straight ones without the
  // picture's pixels).
  draft,
  exact,  // what rigPicture makes of the same picture, skeleton and settings
};

// What a layer gets when it is weighed.
struct LayerWeights {
  VertexWeights weights;              // a row per vertex, handles as layer.bones
  Eigen::MatrixX3i F;                 // the layer's triangles in the order of their bones
  std::vector<std::string> warnings;  // without the layer's name
};

// Whether layers can be weighed by that method, again and again: geodesic, straight, bounded
// biharmonic.
bool isAutomatic(WeightMethod method);

struct LayerWeightsOptions {
  WeightQuality quality = WeightQuality::exact;
  int draft_side = 384;  // pixels of the draft's picture at most on its longer side
  ThreadPool* pool = nullptr;
};

// Weighs one layer by its settings as bones move and settings change. What does not change is
// found once: of a picture its shape, of bones that stay where they are their distances.
class LayerWeigher {
 public:
  LayerWeigher();
  LayerWeigher(LayerWeigher&&) noexcept;
  LayerWeigher& operator=(LayerWeigher&&) noexcept;
  ~LayerWeigher();

  // `pixels`: of the layer's picture, always the same; null where it has none. The layer's bones
  // are the ones that pull; see skeletonOver for those that do not deform.
  // Errors, with the layer's name: a method that is not automatic, no bones, no mesh, pixels that
  // the method needs and that are missing, those of layer_picture.hpp and of the method; cancelled.
  Result<LayerWeights> weigh(const Document& document, const Layer& layer, const Image* pixels,
                             const LayerWeightsOptions& options = {},
                             const Progress& progress = {});

 private:
  struct Found;
  std::unique_ptr<Found> found_;
};

// The one-off form.
Result<LayerWeights> layerWeights(const Document& document, const Layer& layer, const Image* pixels,
                                  const LayerWeightsOptions& options = {},
                                  const Progress& progress = {});

}  // namespace vide
