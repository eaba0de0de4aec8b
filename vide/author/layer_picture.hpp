// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"
#include "vide/image/image.hpp"
#include "vide/rig/document.hpp"

// A layer's picture as it lies on the canvas. Meshes are made and weighed in the picture's own
// space: pixels, y up, the origin at its bottom left corner.
namespace vide {

// Where the picture's bottom left corner lies in the document; (0, 0) for layers without a mesh.
// Whole pixels where single precision cannot tell. Error: the picture does not lie upright on the
// layer, a pixel a unit (unsupported), as in files of other programs.
Result<Vec2> pictureCorner(const Layer& layer, const ImageAsset& image);

// What of the picture belongs to the layer, by the layer's own threshold. Errors: those of
// coverageFromAlpha, with the layer's name.
Result<Coverage> shapeOf(const Layer& layer, const Image& pixels);

// The skeleton as it lies over a picture with that corner. Of `bones` (indices) those deform that
// do so in the skeleton; where none of them does, all of them.
Result<Skeleton> skeletonOver(Vec2 corner, const Skeleton& skeleton,
                              std::span<const std::size_t> bones);

// The indices in the skeleton of the bones that the layer follows, in the layer's order.
std::vector<std::size_t> bonesOf(const Layer& layer, const Skeleton& skeleton);

}  // namespace vide
