// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/rig/edit.hpp"

namespace vide::detail {

class Session;

// The skeleton in a file of that name, seen from the front: VIDE's own JSON (.json), BVH (.bvh) or
// TGF (.tgf). Errors begin with the name: another ending, those of the formats.
Result<Skeleton> skeletonIn(const std::string& file, std::string_view content);

// Gives the document, which has no bones, this skeleton. Layers with a mesh that follow nothing
// follow it from then on, weighed by geodesic distance: a single one all bones, as rigPicture has
// it, several those that rigLayers finds. Errors: the document has bones, a layer without pixels,
// those of bonesForLayers and of weighing.
Result<void> takeSkeleton(Session& session, Edit& edit, const Skeleton& skeleton,
                          std::vector<std::string>& warnings, const Progress& progress);

}  // namespace vide::detail
