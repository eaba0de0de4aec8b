// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "vide/animation/clip.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_bones.hpp"
#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

// What an animation does to one node, in the node's own terms.
struct NodeMotion {
  Track<Vec3> translation;
  Track<Quat> rotation;
  Track<Vec3> scale;
};

// What it does to the nodes that are bones.
struct NodeMotions {
  std::map<int, NodeMotion> by_bone;  // indices into GltfBones::bones
  double duration = 0;                // seconds
};

// Errors: a sampler or node that does not exist, keys that do not increase or are not finite, too
// few values, a rotation without direction, a limit passed.
Result<NodeMotions> readNodeMotions(const GltfDocument& gltf, const Json& animation,
                                    const GltfBones& bones, GltfAllowance& allowance);

}  // namespace vide::detail
