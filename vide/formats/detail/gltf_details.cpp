// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_details.hpp"

#include "vide/formats/detail/gltf_morphs.hpp"

namespace vide::detail {

Result<void> readDetails(const GltfDocument& gltf, std::size_t node, const GltfPrimitive& primitive,
                         Layer& layer) {
  auto normals = primitive.normals();
  if (!normals) return std::unexpected(normals.error());
  layer.normals = *std::move(normals);
  auto colors = primitive.colors();
  if (!colors) return std::unexpected(colors.error());
  layer.colors = *std::move(colors);
  auto shapes = primitive.shapes();
  if (!shapes) return std::unexpected(shapes.error());
  layer.shapes = *std::move(shapes);
  nameShapes(gltf, node, layer.shapes);
  return {};
}

}  // namespace vide::detail
