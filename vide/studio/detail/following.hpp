// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/rig/edit.hpp"

// Which layers go along when bones come, go or move.
namespace vide::detail {

// Layers that follow all deforming bones, weighed automatically: what an artist draws next to them
// is meant for them too. A layer with one bone follows it as one piece.
std::vector<LayerId> layersOfAllBones(const Document& document);

// Layers with a mesh that follow no bone.
std::vector<LayerId> looseLayers(const Document& document);

// Lets the layers follow all bones of the edited document, in the skeleton's order. They keep their
// weights; bones that are new to them pull at nothing yet. A layer whose weights nobody has chosen
// is weighed by geodesic distance from now on, by the straight one where it has no picture.
Result<void> followAllBones(Edit& edit, const std::vector<LayerId>& layers);

// Layers that are skinned to several pins and to no bone with a length.
std::vector<LayerId> pinnedLayers(const Document& document);

// Layers that have become so bend as rigidly as possible, unless they bend by more than their
// weights already: weights cannot turn what lies between points.
Result<void> stiffenPinned(Edit& edit, const std::vector<LayerId>& pinned_before);

// What weights depend on of a document's bones and layers.
class WeighedBy {
 public:
  explicit WeighedBy(const Document& document);

  // Skinned layers, weighed automatically, for which that has changed.
  std::vector<LayerId> changedIn(const Document& document) const;

 private:
  struct Segment {
    Vec3 head, tail;
    bool deform = true;
  };
  bool isSame(const Layer& layer, const Skeleton& skeleton) const;

  std::vector<std::pair<BoneId, Segment>> bones_;
  std::vector<std::pair<LayerId, std::vector<BoneId>>> layers_;
};

}  // namespace vide::detail
