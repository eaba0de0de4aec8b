// SPDX-License-Identifier: MIT
#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_layers.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// Many layers may point at the same bytes, so a small file could ask for any amount of memory; all
// layers and images together get no more numbers than one accessor may have.
class Allowance {
 public:
  explicit Allowance(std::size_t numbers) : left_(numbers) {}

  Result<void> take(std::size_t numbers) {
    if (numbers > left_) {
      return fail(ErrorCode::limit_exceeded,
                  "the document holds more numbers than the limit (max_accessor_values)");
    }
    left_ -= numbers;
    return {};
  }

 private:
  std::size_t left_;
};

// One layer's primitive, and what reading it needs.
struct Source {
  const GltfDocument& gltf;
  const Json& primitive;
  std::size_t vertices = 0;

  std::optional<std::size_t> attribute(const std::string& name) const {
    const Json* attributes = member(primitive, "attributes");
    return attributes ? countIn(*attributes, name) : std::nullopt;
  }
};

Result<const Json*> primitiveOf(const GltfDocument& gltf, std::size_t node) {
  const auto mesh = countIn(*listed(gltf.content(), "nodes", node), "mesh");
  const Json* object = mesh ? listed(gltf.content(), "meshes", *mesh) : nullptr;
  const Json* primitive = object ? element(member(*object, "primitives"), 0) : nullptr;
  if (!primitive || !primitive->is_object()) return malformed("its node has no mesh to read");
  return primitive;
}

// The numbers of an attribute that has one row of `columns` per vertex.
Result<std::vector<double>> rows(const Source& source, const std::string& name,
                                 std::size_t columns) {
  const auto accessor = source.attribute(name);
  if (!accessor) return malformed(text("attribute ", name, " is missing"));
  auto numbers = source.gltf.readNumbers(*accessor);
  if (!numbers) return failAt(name, numbers.error());
  if (numbers->size() != columns * source.vertices) {
    return malformed(text("attribute ", name, " does not have ", columns, " numbers for each of ",
                          source.vertices, " vertices"));
  }
  return numbers;
}

Result<std::size_t> elementCount(const Source& source, std::optional<std::size_t> accessor,
                                 Allowance& allowance) {
  if (!accessor) return malformed("attribute POSITION is missing");
  const auto info = source.gltf.accessor(*accessor);
  if (!info) return std::unexpected(info.error());
  if (auto taken = allowance.take(info->count); !taken) return std::unexpected(taken.error());
  return info->count;
}

Result<void> readPositions(const Source& source, int dimensions, Eigen::MatrixXd& V) {
  const auto numbers = rows(source, "POSITION", 3);
  if (!numbers) return std::unexpected(numbers.error());
  V.resize(static_cast<Eigen::Index>(source.vertices), dimensions);
  for (Eigen::Index i = 0; i < V.size(); ++i) {
    const Eigen::Index row = i / dimensions, column = i % dimensions;
    V(row, column) = (*numbers)[static_cast<std::size_t>(3 * row + column)];
  }
  return {};
}

Result<void> readTextureCoordinates(const Source& source, Eigen::MatrixX2d& uv) {
  if (!source.attribute("TEXCOORD_0")) return {};
  const auto numbers = rows(source, "TEXCOORD_0", 2);
  if (!numbers) return std::unexpected(numbers.error());
  uv.resize(static_cast<Eigen::Index>(source.vertices), 2);
  for (Eigen::Index i = 0; i < uv.size(); ++i) {
    uv(i / 2, i % 2) = (*numbers)[static_cast<std::size_t>(i)];
  }
  return {};
}

Result<void> readTriangles(const Source& source, Eigen::MatrixX3i& F) {
  const auto accessor = countIn(source.primitive, "indices");
  if (!accessor) return {};
  const auto indices = source.gltf.readIntegers(*accessor);
  if (!indices) return std::unexpected(indices.error());
  if (indices->size() % 3 != 0) return malformed("its indices are not triangles");
  F.resize(static_cast<Eigen::Index>(indices->size() / 3), 3);
  for (Eigen::Index i = 0; i < F.size(); ++i) {
    const std::uint32_t index = (*indices)[static_cast<std::size_t>(i)];
    if (index >= source.vertices) return malformed(text("index ", index, " points at no vertex"));
    F(i / 3, i % 3) = static_cast<int>(index);
  }
  return {};
}

Result<void> readWeights(const Source& source, std::size_t bones, VertexWeights& weights) {
  std::vector<std::vector<Influence>> influences(source.vertices);
  for (std::size_t set = 0; source.attribute(text("WEIGHTS_", set)); ++set) {
    const auto joints = rows(source, text("JOINTS_", set), 4);
    if (!joints) return std::unexpected(joints.error());
    const auto values = rows(source, text("WEIGHTS_", set), 4);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < values->size(); ++i) {
      if (!((*values)[i] > 0)) continue;
      if (!((*joints)[i] >= 0 && (*joints)[i] < static_cast<double>(bones))) {
        return malformed(text("vertex ", i / 4, " follows a joint that does not exist"));
      }
      influences[i / 4].push_back({static_cast<int>((*joints)[i]), (*values)[i]});
    }
  }
  weights.handles = static_cast<int>(bones);
  for (auto& row : influences) appendRow(weights, row);
  return {};
}

Result<void> readLayer(const GltfDocument& gltf, std::size_t node, int dimensions, Layer& layer,
                       Allowance& allowance) {
  const auto primitive = primitiveOf(gltf, node);
  if (!primitive) return std::unexpected(primitive.error());
  Source source{gltf, **primitive};
  const auto vertices = elementCount(source, source.attribute("POSITION"), allowance);
  if (!vertices) return std::unexpected(vertices.error());
  source.vertices = *vertices;
  if (const auto indices = countIn(source.primitive, "indices")) {
    const auto corners = elementCount(source, indices, allowance);
    if (!corners) return std::unexpected(corners.error());
  }
  Result<void> read = readPositions(source, dimensions, layer.mesh.V);
  if (read) read = readTextureCoordinates(source, layer.uv);
  if (read) read = readTriangles(source, layer.mesh.F);
  if (read && layer.attachment == Attachment::skinned) {
    read = readWeights(source, layer.bones.size(), layer.weights);
  }
  return read;
}

Result<void> readImage(const GltfDocument& gltf, std::size_t index, ImageAsset& image,
                       Allowance& allowance) {
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
  Allowance allowance(gltf.content().max_accessor_values);
  const auto images = findMarked(gltf.content(), "images", "image");
  for (ImageAsset& image : document.images) {
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
