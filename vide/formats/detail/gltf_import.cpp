// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_import.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_bones.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_clips.hpp"
#include "vide/formats/detail/gltf_details.hpp"
#include "vide/formats/detail/gltf_imports.hpp"
#include "vide/formats/detail/gltf_material.hpp"
#include "vide/formats/detail/gltf_morphs.hpp"
#include "vide/formats/detail/gltf_primitive.hpp"
#include "vide/formats/image_header.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t ids_per_primitive = 1'000'000;
constexpr std::size_t most_primitives = 4'000;  // of one mesh
constexpr std::size_t layer_price = 16;         // in numbers, besides those of its vertices

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

template <class Matrix>
void applyTo(Matrix& rows, Eigen::Index row, const Affine3& by) {
  const Vec3 moved = by * Vec3{rows(row, 0), rows(row, 1), rows(row, 2)};
  rows.row(row) << moved.x, moved.y, moved.z;
}

// Takes a layer's vertices from the file's space into the model's, with what is attached to them.
class Placement {
 public:
  explicit Placement(const Affine3& by) : by_(by), offset_{by.linear, {}} {
    if (invertible(by)) normal_.linear = transpose(inverse(by.linear));
  }

  void apply(Layer& layer, Eigen::Index row) const {
    applyTo(layer.mesh.V, row, by_);
    Vec3 normal, placed;
    if (layer.normals.rows() > 0) {
      normal = {layer.normals(row, 0), layer.normals(row, 1), layer.normals(row, 2)};
      placed = normal_ * normal;
      const Vec3 unit = normalized(placed);
      layer.normals.row(row) << unit.x, unit.y, unit.z;
    }
    for (MorphShape& shape : layer.shapes) {
      applyTo(shape.offsets, row, offset_);
      if (shape.normal_offsets.rows() == 0) continue;
      applyTo(shape.normal_offsets, row, normal_);
      const double size = length(placed);  // offsets shrink with the normal that they belong to
      if (size > 0) shape.normal_offsets.row(row) /= size;
    }
  }

  // Triangles that a mirror turned inside out are turned back.
  void applyToAll(Layer& layer) const {
    for (Eigen::Index row = 0; row < layer.mesh.V.rows(); ++row) apply(layer, row);
    if (determinant(by_.linear) < 0) layer.mesh.F.col(1).swap(layer.mesh.F.col(2));
  }

 private:
  Affine3 by_, offset_, normal_;
};

Affine3 blended(const std::vector<Affine3>& transforms, const std::vector<Influence>& row) {
  Affine3 sum{{{}, {}, {}}, {}};
  for (const auto& [joint, weight] : row) {
    const Affine3& t = transforms[static_cast<std::size_t>(joint)];
    sum.linear.x += weight * t.linear.x;
    sum.linear.y += weight * t.linear.y;
    sum.linear.z += weight * t.linear.z;
    sum.translation += weight * t.translation;
  }
  return sum;
}

void scaleToOne(std::vector<Influence>& row) {
  double sum = 0;
  for (const Influence& entry : row) sum += entry.weight;
  for (Influence& entry : row) entry.weight /= sum;
}

class Importer {
 public:
  Importer(const GltfDocument& gltf, GltfNodes nodes, GltfBones bones)
      : gltf_(gltf),
        nodes_(std::move(nodes)),
        bones_(std::move(bones)),
        allowance_(gltf.content()) {}

  Result<Document> run() && {
    document_.pixels_per_unit = 1;
    for (const std::size_t node : nodes_.order) {
      if (!nodes_.all[node].shown || nodes_.all[node].own) continue;
      if (auto ok = readNode(node); !ok) return failAt(text("nodes[", node, "]"), ok.error());
    }
    for (Bone& bone : bones_.bones) {
      bone.deform = deforming_.contains(bone.id) || deforming_.empty();  // a file of bones alone
    }
    auto skeleton = Skeleton::fromBones(bones_.bones);
    if (!skeleton) return failAt("nodes", skeleton.error());
    document_.skeleton = *std::move(skeleton);
    auto clips = readClips(gltf_, nodes_, bones_, allowance_);
    if (!clips) return std::unexpected(clips.error());
    document_.clips = *std::move(clips);
    if (auto read = readMorphTracks(gltf_, document_, allowance_); !read) {
      return std::unexpected(read.error());
    }
    std::ranges::sort(document_.images, {}, &ImageAsset::id);
    return std::move(document_);
  }

 private:
  Result<void> readNode(std::size_t node) {
    const Json& object = *listed(gltf_.content(), "nodes", node);
    const Json* mesh_member = member(object, "mesh");
    if (!mesh_member) return {};
    const auto index = asCount(mesh_member);
    const Json* mesh = index ? listed(gltf_.content(), "meshes", *index) : nullptr;
    if (!mesh) return malformed("mesh: points at one that does not exist");
    const Json* primitives = member(*mesh, "primitives");
    for (std::size_t i = 0; const Json* primitive = element(primitives, i); ++i) {
      if (i >= most_primitives || node >= ids_per_primitive) {
        return fail(ErrorCode::limit_exceeded,
                    text("more than ", most_primitives, " primitives in a mesh, or ",
                         ids_per_primitive, " nodes"));
      }
      if (auto ok = readPrimitive(node, *primitive, i, primitives->size()); !ok) {
        return failAt(text("meshes[", *index, "].primitives[", i, "]"), ok.error());
      }
    }
    return {};
  }

  Result<void> readPrimitive(std::size_t node, const Json& json, std::size_t index,
                             std::size_t count) {
    const auto primitive = GltfPrimitive::open(gltf_, json, allowance_);
    if (!primitive) return std::unexpected(primitive.error());
    if (!drawsTriangles(json)) return {};
    Layer layer;
    layer.id = static_cast<LayerId>(node + index * ids_per_primitive);
    layer.name = nameOf(node);
    if (count > 1) layer.name += text(" ", index + 1);
    for (const auto& taken :
         {allowance_.take(layer_price), allowance_.takeBytes(layer.name.size())}) {
      if (!taken) return taken;
    }
    auto positions = primitive->positions(3);
    if (!positions) return std::unexpected(positions.error());
    auto triangles = primitive->triangles();
    if (!triangles) return std::unexpected(triangles.error());
    layer.mesh = {*std::move(positions), *std::move(triangles)};
    if (auto ok = readDetails(gltf_, node, *primitive, layer); !ok) return ok;
    if (auto ok = allowNames(layer.shapes); !ok) return ok;
    if (auto ok = attach(node, *primitive, layer); !ok) return ok;
    if (auto ok = paint(*primitive, layer); !ok) return ok;
    document_.draw_order.push_back(layer.id);
    document_.layers.push_back(std::move(layer));
    return {};
  }

  Result<void> allowNames(const std::vector<MorphShape>& shapes) {
    for (const MorphShape& shape : shapes) {
      if (auto taken = allowance_.takeBytes(shape.name.size()); !taken) return taken;
    }
    return {};
  }

  std::string nameOf(std::size_t node) const {
    const Json& object = *listed(gltf_.content(), "nodes", node);
    if (const std::string* name = textIn(object, "name"); name && !name->empty()) return *name;
    const Json* mesh = listed(gltf_.content(), "meshes", *countIn(object, "mesh"));
    if (const std::string* name = textIn(*mesh, "name"); name && !name->empty()) return *name;
    return text("mesh ", node);
  }

  Result<void> attach(std::size_t node, const GltfPrimitive& primitive, Layer& layer) {
    const Json* skin_member = member(*listed(gltf_.content(), "nodes", node), "skin");
    if (skin_member && primitive.has("WEIGHTS_0")) {
      const auto index = asCount(skin_member);
      if (!index || *index >= bones_.skins.size() || !bones_.skins[*index]) {
        return malformed("its node's skin does not exist");
      }
      return attachToSkin(primitive, *bones_.skins[*index], layer);
    }
    Placement(bones_.node_rest[node]).applyToAll(layer);
    const int bone = bones_.above_node[node];
    if (bone >= 0) {
      layer.attachment = Attachment::rigid;
      layer.bones = {bones_.bones[static_cast<std::size_t>(bone)].id};
    }
    return {};
  }

  Result<void> attachToSkin(const GltfPrimitive& primitive, const GltfSkin& skin, Layer& layer) {
    auto rows = primitive.influences(skin.handle.size());
    if (!rows) return std::unexpected(rows.error());
    const auto first = primitive.firstJoints(skin.handle.size());
    if (!first) return std::unexpected(first.error());
    layer.attachment = Attachment::skinned;
    layer.bones = skin.bones;
    layer.weights.handles = static_cast<int>(skin.bones.size());
    if (skin.is_rigid) Placement(skin.to_model.front()).applyToAll(layer);
    for (std::size_t v = 0; v < rows->size(); ++v) {
      std::vector<Influence>& row = (*rows)[v];
      if (row.empty()) row.push_back({(*first)[v], 1});
      scaleToOne(row);
      if (!skin.is_rigid) {
        Placement(blended(skin.to_model, row)).apply(layer, static_cast<Eigen::Index>(v));
      }
      addRow(skin, row, layer);
    }
    return {};
  }

  // Joints that are the same bone become one handle.
  void addRow(const GltfSkin& skin, const std::vector<Influence>& row, Layer& layer) {
    std::vector<Influence> merged;
    for (const auto& [joint, weight] : row) {
      const int handle = skin.handle[static_cast<std::size_t>(joint)];
      const auto known = std::ranges::find(merged, handle, &Influence::handle);
      if (known == merged.end()) {
        merged.push_back({handle, weight});
      } else {
        known->weight += weight;
      }
      deforming_.insert(skin.bones[static_cast<std::size_t>(handle)]);
    }
    appendRow(layer.weights, merged);
  }

  Result<void> paint(const GltfPrimitive& primitive, Layer& layer) {
    const GltfMaterial material = readMaterial(gltf_, primitive.json());
    layer.opacity = material.opacity;
    layer.tint = material.tint;
    layer.transparency = material.transparency;
    layer.alpha_cutoff = material.alpha_cutoff;
    const std::string set = text("TEXCOORD_", material.set);
    if (!material.image || !primitive.has(set)) return {};
    const auto is_taken = takeImage(*material.image);
    if (!is_taken) return std::unexpected(is_taken.error());
    if (!*is_taken) return {};
    auto uv = primitive.textureCoordinates(material.set);
    if (!uv) return std::unexpected(uv.error());
    layer.image = static_cast<ImageId>(*material.image);
    layer.uv = *std::move(uv);
    for (Eigen::Index row = 0; row < layer.uv.rows(); ++row) {
      const Vec2 placed = material.placement.apply({layer.uv(row, 0), layer.uv(row, 1)});
      layer.uv.row(row) << placed.x, placed.y;
    }
    return {};
  }

  // Whether the document can show the picture. Error: a limit passed.
  Result<bool> takeImage(std::size_t index) {
    const auto id = static_cast<ImageId>(index);
    if (std::ranges::find(document_.images, id, &ImageAsset::id) != document_.images.end()) {
      return true;
    }
    auto bytes = gltf_.imageBytes(index);
    if (!bytes) return false;
    const auto header = readImageHeader(*bytes);
    if (!header) return false;
    const Json& image = *listed(gltf_.content(), "images", index);
    if (member(image, "bufferView")) {  // which other images may name too
      if (auto taken = allowance_.takeBytes(bytes->size()); !taken) {
        return failAt(text("images[", index, "]"), taken.error());
      }
    }
    const std::string* name = textIn(image, "name");
    document_.images.push_back({.id = id,
                                .name = name ? *name : std::string(),
                                .mime = header->mime,
                                .encoded = *std::move(bytes),
                                .width = header->width,
                                .height = header->height});
    return true;
  }

  const GltfDocument& gltf_;
  GltfNodes nodes_;
  GltfBones bones_;
  GltfAllowance allowance_;
  std::set<BoneId> deforming_;
  Document document_;
};

}  // namespace

Result<GltfImports> readImports(const GltfDocument& gltf, const Document& saved) {
  GltfImports imports;
  auto nodes = readNodes(gltf);
  if (!nodes) return std::unexpected(nodes.error());
  auto bones = readBones(gltf, *nodes);
  if (!bones) return std::unexpected(bones.error());
  for (std::size_t i = 0; i < bones->bones.size(); ++i) {
    const BoneId id = bones->bones[i].id;
    imports.nodes[id] = {inverse(bones->held[i]), nodes->all[id].parts};
  }
  auto document = Importer(gltf, *std::move(nodes), *std::move(bones)).run();
  if (!document) return std::unexpected(document.error());
  imports.document = *std::move(document);
  imports.unchanged = unchangedIn(saved, imports.document);
  return imports;
}

ImportedPrimitive primitiveOf(LayerId id) {
  return {id % ids_per_primitive, id / ids_per_primitive};
}

Result<Document> importDocument(const GltfDocument& gltf) {
  auto nodes = readNodes(gltf);
  if (!nodes) return std::unexpected(nodes.error());
  auto bones = readBones(gltf, *nodes);
  if (!bones) return std::unexpected(bones.error());
  return Importer(gltf, *std::move(nodes), *std::move(bones)).run();
}

}  // namespace vide::detail
