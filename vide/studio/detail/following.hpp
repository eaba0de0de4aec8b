// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/rig/edit.hpp"

// Which layers go along when bones come, go or move.
namespace vide::detail {

// Layers that follow all bones, weighed automatically: what an artist draws next to them is meant
// for them too. A layer with one bone follows it as one piece.
std::vector<LayerId> layersOfAllBones(const Document& document);

// Layers with a mesh that follow no bone.
std::vector<LayerId> looseLayers(const Document& document);

// Lets the layers follow all bones of the edited document, in the skeleton's order. They keep their
// weights; bones that are new to them pull at nothing yet. A layer whose weights nobody has chosen
// is weighed by geodesic distance from now on.
Result<void> followAllBones(Edit& edit, const std::vector<LayerId>& layers);

}  // namespace vide::detail
