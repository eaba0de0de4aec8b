// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_skeleton.hpp"

#include <utility>

#include "vide/formats/detail/gltf_armature.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/gltf_character.hpp"

namespace vide {

Result<Skeleton> skeletonIn(const GltfDocument& gltf) {
  auto document = documentIn(gltf);
  if (!document) return std::unexpected(document.error());
  if (gltf.count("skins") == 0 && !detail::holdsOwn(gltf.content())) {
    const auto nodes = detail::readNodes(gltf);
    if (!nodes) return std::unexpected(nodes.error());
    auto armature = detail::armatureOf(gltf, *nodes);
    if (!armature || !armature->empty()) return armature;
  }
  return std::move(document->skeleton);
}

}  // namespace vide
