// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

// Nodes that a surface is taken away from, and the skins that nothing wears any longer.
struct GltfRetired {
  std::set<std::size_t> skins;
  std::set<std::size_t> emptied;  // nodes that give their mesh to others
};

// What then serves nothing.
struct GltfLeftovers {
  std::vector<bool> nodes;  // by index
  std::vector<bool> clips;
};

// A node goes when it was a joint of a retired skin, an emptied node or stood only above such, and
// carries nothing else: no mesh, camera, extra or extension, no node that stays, no joint of a skin
// that stays, no motion of a clip that stays. A clip goes when all that it moves goes. Emptied
// nodes without a skin stay if a clip moves them.
//
// Nothing goes where extensions of unknown meaning or extras hold what may be the number of a node
// or clip that would change by it.
GltfLeftovers leftoversOf(const GltfContent& content, const GltfRetired& retired);

// The nodes leave every list; those behind them move up.
void removeNodes(GltfContent& content, const std::vector<bool>& gone);

}  // namespace vide::detail
