// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include "vide/core/srgb.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_layers.hpp"
#include "vide/formats/detail/gltf_material.hpp"
#include "vide/formats/detail/gltf_numbers.hpp"
#include "vide/formats/detail/gltf_weight_sets.hpp"
#include "vide/rig/drawn_layers.hpp"

namespace vide::detail {
namespace {

// Between neighbouring layers, in pixels: enough for a viewer's depth buffer to tell them apart,
// too little to see. Only plain viewers go by it; VIDE_rig holds the order.
constexpr double layer_distance = 0.25;

constexpr int linear_filter = 9729;
constexpr int clamp_to_edge = 33071;
constexpr int repeat = 10497;
constexpr int draw_points = 0;
constexpr std::uint32_t restart_index = 65535;  // may not be used as a 16-bit index

struct Primitive {
  Json attributes = Json::object();
  std::size_t vertices = 0;
};

// `attributes` are the primitive's, or those of one of its morph targets.
Result<void> addAttribute(GltfBuilder& builder, Json& attributes, const std::string& name,
                          std::span<const double> numbers, std::size_t vertices) {
  const FloatLayout layout{
      .components = static_cast<int>(numbers.size() / vertices),
      .target = vertex_target,
      .bounds = name == "POSITION" ? FloatLayout::Bounds::written : FloatLayout::Bounds::left_out};
  const auto accessor = addFloats(builder, numbers, layout);
  if (!accessor) return failAt(name, accessor.error());
  attributes[name] = *accessor;
  return {};
}

// A row per vertex; nothing where there are none.
template <class Matrix>
Result<void> addRows(GltfBuilder& builder, Json& attributes, const std::string& name,
                     const Matrix& rows) {
  if (rows.rows() == 0) return {};
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(rows.size()));
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index k = 0; k < rows.cols(); ++k) numbers.push_back(rows(i, k));
  }
  return addAttribute(builder, attributes, name, numbers, static_cast<std::size_t>(rows.rows()));
}

Result<void> addPositions(GltfBuilder& builder, Primitive& primitive, const Eigen::MatrixXd& V,
                          double depth) {
  std::vector<double> numbers;
  numbers.reserve(3 * static_cast<std::size_t>(V.rows()));
  for (Eigen::Index i = 0; i < V.rows(); ++i) {
    numbers.insert(numbers.end(), {V(i, 0), V(i, 1), V.cols() == 3 ? V(i, 2) : depth});
  }
  return addAttribute(builder, primitive.attributes, "POSITION", numbers, primitive.vertices);
}

// glTF knows no others.
bool areUnits(const Eigen::MatrixX3d& normals) {
  return ((normals.rowwise().squaredNorm().array() - 1).abs() <= 1e-4).all();
}

// {"POSITION": ..., "NORMAL": ...} for each shape.
Result<Json> addShapes(GltfBuilder& builder, const std::vector<MorphShape>& shapes) {
  Json targets = Json::array();
  for (const MorphShape& shape : shapes) {
    Json target = Json::object();
    Result<void> added = addRows(builder, target, "POSITION", shape.offsets);
    if (added) added = addRows(builder, target, "NORMAL", shape.normal_offsets);
    if (!added) return failAt(text("shape \"", shape.name, "\""), added.error());
    targets.push_back(std::move(target));
  }
  return targets;
}

void addWeights(GltfBuilder& builder, Primitive& primitive, const VertexWeights& weights) {
  std::vector<std::vector<Influence>> rows;
  for (std::size_t v = 0; v < primitive.vertices; ++v) rows.push_back(influencesOf(weights, v));
  primitive.attributes.update(
      addWeightSets(builder, rows, static_cast<std::size_t>(weights.handles)));
}

// Every vertex wholly with the skin's only joint.
void addRigidWeights(GltfBuilder& builder, Primitive& primitive) {
  std::vector<std::uint32_t> numbers(4 * primitive.vertices, 0);
  primitive.attributes["JOINTS_0"] =
      addIntegers(builder, numbers, {.components = 4, .target = vertex_target});
  for (std::size_t v = 0; v < primitive.vertices; ++v) numbers[4 * v] = 255;
  primitive.attributes["WEIGHTS_0"] = addIntegers(
      builder, numbers,
      {.components = 4, .target = vertex_target, .meaning = IntegerLayout::Meaning::fraction});
}

std::size_t addIndices(GltfBuilder& builder, const Eigen::MatrixX3i& F, std::size_t vertices) {
  std::vector<std::uint32_t> indices;
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    for (int corner = 0; corner < 3; ++corner) {
      indices.push_back(static_cast<std::uint32_t>(F(i, corner)));
    }
  }
  return addIntegers(
      builder, indices,
      {.component = vertices <= restart_index ? GltfComponent::uint16 : GltfComponent::uint32,
       .target = index_target});
}

void writeTexture(GltfBuilder& builder, const ImageAsset& image, std::size_t source) {
  Json texture = {{"sampler", builder.place("samplers", {"sampler", 0})}};
  if (image.mime == "image/webp") {
    builder.useExtension("EXT_texture_webp");
    builder.requireExtension("EXT_texture_webp");  // there is no picture of another kind to show
    texture["extensions"]["EXT_texture_webp"]["source"] = source;
  } else {
    texture["source"] = source;
  }
  builder.put("textures", {"image", image.id}, std::move(texture));
}

std::size_t writeImage(GltfBuilder& builder, const ImageAsset& image) {
  return builder.put("images", {"image", image.id},
                     {{"name", image.name},
                      {"mimeType", image.mime},
                      {"bufferView", builder.addView(image.encoded, 0)}});
}

bool isWritten(const Layer& layer, const GltfImports& imports) {
  return layer.mesh.V.rows() > 0 && !imports.unchanged.layers.contains(layer.id);
}

// How the document's layers are looked at. One without a canvas stands in space: light falls on it,
// and its pictures repeat.
enum class Stage { canvas, space };

Stage stageOf(const Document& document) {
  return document.canvas_width == 0 ? Stage::space : Stage::canvas;
}

// Pictures of VIDE's own, and textures for all that a layer of VIDE's own shows.
void writeImages(GltfBuilder& builder, const Document& document, const GltfImports& imports) {
  bool is_first = true;
  for (const ImageAsset& image : document.images) {
    const bool is_foreign = imports.unchanged.images.contains(image.id);
    const bool is_shown = std::ranges::any_of(document.layers, [&](const Layer& layer) {
      return layer.image == image.id && isWritten(layer, imports);
    });
    if (is_foreign && !is_shown) continue;
    if (std::exchange(is_first, false)) {
      const int wrap = stageOf(document) == Stage::space ? repeat : clamp_to_edge;
      builder.put("samplers", {"sampler", 0},
                  {{"magFilter", linear_filter},
                   {"minFilter", linear_filter},
                   {"wrapS", wrap},
                   {"wrapT", wrap}});
    }
    writeTexture(builder, image, is_foreign ? image.id : writeImage(builder, image));
  }
}

const char* alphaModeOf(Transparency transparency) {
  switch (transparency) {
    case Transparency::blend:
      return "BLEND";
    case Transparency::mask:
      return "MASK";
    case Transparency::opaque:
      return "OPAQUE";
  }
  return "BLEND";
}

std::size_t writeMaterial(GltfBuilder& builder, const Layer& layer, Stage stage) {
  Json surface = {
      {"baseColorFactor",
       {toLinear(layer.tint.x), toLinear(layer.tint.y), toLinear(layer.tint.z), layer.opacity}},
      {"metallicFactor", 0.0},
      {"roughnessFactor", 1.0}};
  if (layer.image) {
    surface["baseColorTexture"]["index"] = builder.place("textures", {"image", *layer.image});
  }
  Json material = {{"name", layer.name},
                   {"pbrMetallicRoughness", std::move(surface)},
                   {"alphaMode", alphaModeOf(layer.transparency)},
                   {"doubleSided", true}};
  if (layer.transparency == Transparency::mask) material["alphaCutoff"] = layer.alpha_cutoff;
  if (stage == Stage::canvas) {
    builder.useExtension("KHR_materials_unlit");
    material["extensions"]["KHR_materials_unlit"] = Json::object();
  }
  return builder.put("materials", {"layer", layer.id}, std::move(material));
}

Result<std::size_t> writeSkin(GltfBuilder& builder, const Layer& layer, const Skeleton& skeleton,
                              const GltfJoints& joints) {
  std::vector<double> matrices;
  Json nodes = Json::array();
  for (const BoneId id : layer.bones) {
    const auto bone = static_cast<std::size_t>(findBone(skeleton, id));
    const auto& [linear, offset] = joints.inverse_rest[bone];
    nodes.push_back(joints.nodes[bone]);
    for (const auto& [column, last] :
         {std::pair{linear.x, 0.0}, {linear.y, 0.0}, {linear.z, 0.0}, {offset, 1.0}}) {
      matrices.insert(matrices.end(), {column.x, column.y, column.z, last});
    }
  }
  const auto accessor = addFloats(builder, matrices, {.components = 16});
  if (!accessor) return failAt("inverse bind matrices", accessor.error());
  return builder.put(
      "skins", {"layer", layer.id},
      {{"name", layer.name}, {"inverseBindMatrices", *accessor}, {"joints", std::move(nodes)}});
}

Result<std::size_t> writeMesh(GltfBuilder& builder, const Layer& layer, double depth, Stage stage) {
  const auto& [V, F] = layer.mesh;
  Primitive primitive{.vertices = static_cast<std::size_t>(V.rows())};
  Result<void> added = addPositions(builder, primitive, V, depth);
  if (added && areUnits(layer.normals)) {
    added = addRows(builder, primitive.attributes, "NORMAL", layer.normals);
  }
  if (added) added = addRows(builder, primitive.attributes, "TEXCOORD_0", layer.uv);
  if (added) added = addRows(builder, primitive.attributes, "COLOR_0", layer.colors);
  if (!added) return std::unexpected(added.error());
  if (layer.attachment == Attachment::skinned) addWeights(builder, primitive, layer.weights);
  if (layer.attachment == Attachment::rigid) addRigidWeights(builder, primitive);
  Json object = {{"attributes", std::move(primitive.attributes)}};
  if (F.rows() > 0) {
    object["indices"] = addIndices(builder, F, primitive.vertices);
  } else {
    object["mode"] = draw_points;
  }
  object["material"] = writeMaterial(builder, layer, stage);
  Json mesh = {{"name", layer.name}};
  if (!layer.shapes.empty()) {
    auto targets = addShapes(builder, layer.shapes);
    if (!targets) return std::unexpected(targets.error());
    object["targets"] = *std::move(targets);
    for (const MorphShape& shape : layer.shapes) {
      mesh["weights"].push_back(shape.weight);
      mesh["extras"]["targetNames"].push_back(shape.name);
    }
  }
  mesh["primitives"] = Json::array({std::move(object)});
  return builder.put("meshes", {"layer", layer.id}, std::move(mesh));
}

Result<std::size_t> writeLayer(GltfBuilder& builder, const Layer& layer, double depth,
                               const Document& document, const GltfJoints& joints) {
  const auto mesh = writeMesh(builder, layer, depth, stageOf(document));
  if (!mesh) return mesh;
  Json node = {{"name", layer.name}, {"mesh", *mesh}};
  if (layer.attachment != Attachment::fixed) {
    const auto skin = writeSkin(builder, layer, document.skeleton, joints);
    if (!skin) return skin;
    node["skin"] = *skin;
  }
  return builder.put("nodes", {"layer", layer.id}, std::move(node));
}

}  // namespace

Result<GltfLayerNodes> writeLayers(GltfBuilder& builder, const Document& document,
                                   const GltfJoints& joints, const GltfImports& imports) {
  writeImages(builder, document, imports);
  std::vector<DrawnLayer> drawn;
  DrawnLayers(document).at(nullptr, 0, drawn);
  std::set<LayerId> seen;
  for (const DrawnLayer& layer : drawn) seen.insert(document.layers[layer.layer].id);
  GltfLayerNodes nodes;
  for (std::size_t rank = 0; rank < document.draw_order.size(); ++rank) {
    const Layer& layer = *findLayer(document, document.draw_order[rank]);
    if (!isWritten(layer, imports)) continue;
    const double depth = layer_distance * static_cast<double>(rank);
    const auto node = writeLayer(builder, layer, depth, document, joints);
    if (!node) return failAt(text("layer \"", layer.name, "\""), node.error());
    if (!seen.contains(layer.id) || findLayer(imports.document, layer.id)) continue;
    (layer.attachment == Attachment::fixed ? nodes.fixed : nodes.skinned).push_back(*node);
  }
  return nodes;
}

}  // namespace vide::detail
