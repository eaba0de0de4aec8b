// SPDX-License-Identifier: MIT
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_details.hpp"
#include "vide/formats/detail/gltf_layers.hpp"
#include "vide/formats/detail/gltf_primitive.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

Result<const Json*> primitiveOf(const GltfDocument& gltf, std::size_t node) {
  const auto mesh = countIn(*listed(gltf.content(), "nodes", node), "mesh");
  const Json* object = mesh ? listed(gltf.content(), "meshes", *mesh) : nullptr;
  const Json* primitive = object ? element(member(*object, "primitives"), 0) : nullptr;
  if (!primitive || !primitive->is_object()) return malformed("its node has no mesh to read");
  return primitive;
}

Result<void> readWeights(const GltfPrimitive& primitive, std::size_t bones,
                         VertexWeights& weights) {
  auto rows = primitive.influences(bones);
  if (!rows) return std::unexpected(rows.error());
  weights.handles = static_cast<int>(bones);
  for (auto& row : *rows) appendRow(weights, row);
  return {};
}

Result<void> readLayer(const GltfDocument& gltf, std::size_t node, int dimensions, Layer& layer,
                       GltfAllowance& allowance) {
  const auto json = primitiveOf(gltf, node);
  if (!json) return std::unexpected(json.error());
  const auto primitive = GltfPrimitive::open(gltf, **json, allowance);
  if (!primitive) return std::unexpected(primitive.error());
  auto positions = primitive->positions(dimensions);
  if (!positions) return std::unexpected(positions.error());
  layer.mesh.V = *std::move(positions);
  if (primitive->has("TEXCOORD_0")) {
    auto uv = primitive->textureCoordinates(0);
    if (!uv) return std::unexpected(uv.error());
    layer.uv = *std::move(uv);
  }
  if (auto read = readDetails(gltf, node, *primitive, layer); !read) return read;
  if (member(**json, "indices")) {
    auto triangles = primitive->triangles();
    if (!triangles) return std::unexpected(triangles.error());
    layer.mesh.F = *std::move(triangles);
  }
  if (layer.attachment != Attachment::skinned) return {};
  return readWeights(*primitive, layer.bones.size(), layer.weights);
}

Result<void> readImage(const GltfDocument& gltf, std::size_t index, ImageAsset& image,
                       GltfAllowance& allowance) {
  const std::string* mime = textIn(*listed(gltf.content(), "images", index), "mimeType");
  if (!mime) return malformed("its mimeType is missing");
  auto bytes = gltf.imageBytes(index);
  if (!bytes) return std::unexpected(bytes.error());
  if (auto taken = allowance.take(bytes->size()); !taken) return taken;
  image.mime = *mime;
  image.encoded = *std::move(bytes);
  return {};
}

}  // namespace

Result<Document> readLayers(const GltfDocument& gltf, RigRecord record) {
  Document& document = record.document;
  GltfAllowance allowance(gltf.content());
  const auto images = findMarked(gltf.content(), "images", "image");
  for (ImageAsset& image : document.images) {
    if (record.imported.images.contains(image.id)) continue;
    const auto at = images.find(image.id);
    if (at == images.end()) return malformed(text("image ", image.id, ": the file has lost it"));
    if (auto read = readImage(gltf, at->second, image, allowance); !read) {
      return failAt(text("image ", image.id), read.error());
    }
  }
  const auto nodes = findMarked(gltf.content(), "nodes", "layer");
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    if (record.dimensions[i] == 0) continue;
    Layer& layer = document.layers[i];
    const auto at = nodes.find(layer.id);
    if (at == nodes.end()) return malformed(text("layer ", layer.id, ": the file has lost it"));
    if (auto read = readLayer(gltf, at->second, record.dimensions[i], layer, allowance); !read) {
      return failAt(text("layer ", layer.id), read.error());
    }
  }
  return std::move(record.document);
}

}  // namespace vide::detail
