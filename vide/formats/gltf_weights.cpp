// SPDX-License-Identifier: MIT
#include "vide/formats/gltf_weights.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_armature.hpp"
#include "vide/formats/detail/gltf_bones.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_extensions.hpp"
#include "vide/formats/detail/gltf_import.hpp"
#include "vide/formats/detail/gltf_joints.hpp"
#include "vide/formats/detail/gltf_primitive.hpp"
#include "vide/formats/detail/gltf_reskin.hpp"

namespace vide {

using namespace detail;

namespace {

// Puts the imported layers, which are the parts, into one mesh.
class SurfaceReader {
 public:
  SurfaceReader(const GltfDocument& gltf, GltfParts wanted, const GltfBones& bones)
      : gltf_(gltf), wanted_(wanted), bones_(bones) {}

  GltfSurface read(const Document& document) && {
    for (const Layer& layer : document.layers) {
      if (wanted_ == GltfParts::skinned && layer.attachment != Attachment::skinned) continue;
      addPart(layer);
    }
    stack();
    surface_.skeleton = document.skeleton;
    return std::move(surface_);
  }

 private:
  void addPart(const Layer& layer) {
    const ImportedPrimitive at = primitiveOf(layer.id);
    const Json& node = *listed(gltf_.content(), "nodes", at.node);
    GltfPart part{.node = at.node, .mesh = *countIn(node, "mesh"), .primitive = at.primitive};
    part.vertices = static_cast<std::size_t>(layer.mesh.V.rows());
    if (layer.attachment == Attachment::skinned) {
      part.skin = *countIn(node, "skin");
      const GltfSkin& skin = *bones_.skins[*part.skin];
      if (skin.is_rigid) part.to_model = skin.to_model.front();
    } else {
      part.to_model = bones_.node_rest[at.node];
    }
    const Json& primitive =
        (*listed(gltf_.content(), "meshes", part.mesh))["primitives"][part.primitive];
    const auto positions = *countIn(primitive["attributes"], "POSITION");
    const auto [known, is_new] =
        first_rows_.try_emplace({part.node, positions, part.skin.has_value()}, rows_);
    part.first_row = known->second;
    if (is_new) {
      rows_ += part.vertices;
      placed_.push_back({&layer, part.first_row});
    }
    faces_.push_back({&layer, part.first_row});
    surface_.parts.push_back(part);
  }

  void stack() {
    surface_.mesh.V.resize(static_cast<Eigen::Index>(rows_), 3);
    for (const auto& [layer, first] : placed_) {
      surface_.mesh.V.middleRows(static_cast<Eigen::Index>(first), layer->mesh.V.rows()) =
          layer->mesh.V;
    }
    Eigen::Index count = 0;
    for (const auto& [layer, first] : faces_) count += layer->mesh.F.rows();
    surface_.mesh.F.resize(count, 3);
    Eigen::Index next = 0;
    for (const auto& [layer, first] : faces_) {
      const auto& F = layer->mesh.F;
      surface_.mesh.F.middleRows(next, F.rows()) = F.array() + static_cast<int>(first);
      next += F.rows();
    }
  }

  const GltfDocument& gltf_;
  GltfParts wanted_;
  const GltfBones& bones_;
  GltfSurface surface_;
  std::size_t rows_ = 0;
  // By node, accessor of positions, and whether it is skinned.
  std::map<std::tuple<std::size_t, std::size_t, bool>, std::size_t> first_rows_;
  std::vector<std::pair<const Layer*, std::size_t>> placed_, faces_;  // with the first row
};

Result<void> checkForeign(const GltfDocument& gltf) {
  if (!holdsOwn(gltf.content())) return {};
  return fail(ErrorCode::unsupported,
              "VIDE wrote objects of the file; change its layers as a document instead");
}

bool hasSkin(const GltfDocument& gltf, std::size_t skin) {
  const Json* object = listed(gltf.content(), "skins", skin);
  const Json* joints = object ? member(*object, "joints") : nullptr;
  return joints && joints->is_array() && std::ranges::all_of(*joints, [&](const Json& joint) {
           const auto node = asCount(&joint);
           return node && *node < gltf.count("nodes");
         });
}

bool isPartOf(const GltfDocument& gltf, const GltfPart& part, std::size_t rows) {
  const Json* node = listed(gltf.content(), "nodes", part.node);
  const Json* mesh = listed(gltf.content(), "meshes", part.mesh);
  if (!node || !mesh || countIn(*node, "mesh") != part.mesh) return false;
  const Json* primitive = element(member(*mesh, "primitives"), part.primitive);
  const Json* attributes = primitive ? member(*primitive, "attributes") : nullptr;
  const auto positions = attributes ? countIn(*attributes, "POSITION") : std::nullopt;
  if (!positions || (part.skin && countIn(*node, "skin") != part.skin)) return false;
  const auto accessor = gltf.accessor(*positions);
  return accessor && accessor->count == part.vertices && part.first_row <= rows &&
         part.vertices <= rows - part.first_row;
}

std::unexpected<Error> otherFile() {
  return fail(ErrorCode::invalid_argument, "the surface is not that of this file");
}

Result<void> checkFit(const GltfDocument& gltf, const GltfSurface& surface,
                      const VertexWeights& weights, std::size_t bones) {
  if (auto foreign = checkForeign(gltf); !foreign) return foreign;
  const auto rows = static_cast<std::size_t>(surface.mesh.V.rows());
  std::set<std::size_t> skins;
  for (const GltfPart& part : surface.parts) {
    if (!isPartOf(gltf, part, rows)) return otherFile();
    if (part.skin) skins.insert(*part.skin);
  }
  for (const std::size_t skin : skins) {
    if (!hasSkin(gltf, skin)) return otherFile();
  }
  if (static_cast<std::size_t>(weights.handles) != bones) {
    return fail(ErrorCode::invalid_argument, text("the weights have ", weights.handles,
                                                  " handles; the skeleton has ", bones, " bones"));
  }
  return checkWeights(weights, rows, WeightSigns::positive);
}

// The bones as nodes behind the file's own; several roots hang from one node, since the joints of a
// skin need a common one.
ReskinJoints newJoints(const Skeleton& skeleton, std::size_t first_node) {
  ReskinJoints joints;
  std::vector<Affine3> rest;
  std::vector<Json> children(skeleton.size());
  Json roots = Json::array();
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    const auto parent = static_cast<std::size_t>(bone.parent);
    Transform visible = bone.local;
    visible.shear = {};
    rest.push_back(bone.parent < 0 ? toAffine(visible) : rest[parent] * toAffine(visible));
    joints.nodes.push_back(first_node + i);
    joints.inverse_rest.push_back(inverse(rest.back()));
    (bone.parent < 0 ? roots : children[parent]).push_back(first_node + i);
    Json node = {{"name", bone.name}};
    node.update(nodeTransform(visible));
    joints.added.push_back(std::move(node));
  }
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    if (!children[i].empty()) joints.added[i]["children"] = std::move(children[i]);
  }
  joints.root = roots.front().get<std::size_t>();
  if (roots.size() > 1) {
    joints.root = first_node + joints.added.size();
    joints.added.push_back({{"name", "skeleton"}, {"children", std::move(roots)}});
  }
  return joints;
}

// What is no part of the surface though it could be seen.
void countOthers(const GltfDocument& gltf, const GltfNodes& nodes, GltfSurface& surface) {
  for (std::size_t i = 0; i < nodes.all.size(); ++i) {
    const auto mesh = countIn(*listed(gltf.content(), "nodes", i), "mesh");
    if (!mesh || nodes.all[i].own) continue;
    if (!nodes.all[i].shown) {
      ++surface.hidden_meshes;
      continue;
    }
    const Json* object = listed(gltf.content(), "meshes", *mesh);
    const Json* primitives = object ? member(*object, "primitives") : nullptr;
    for (std::size_t k = 0; const Json* primitive = element(primitives, k); ++k) {
      surface.loose += !drawsTriangles(*primitive);
    }
  }
}

}  // namespace

Result<GltfSurface> surfaceOf(const GltfDocument& gltf, GltfParts parts) {
  if (auto foreign = checkForeign(gltf); !foreign) return std::unexpected(foreign.error());
  if (auto readable = checkRequired(gltf.content()); !readable) {
    return std::unexpected(readable.error());
  }
  const auto document = importDocument(gltf);
  if (!document) return std::unexpected(document.error());
  const auto nodes = readNodes(gltf);
  if (!nodes) return std::unexpected(nodes.error());
  const auto bones = readBones(gltf, *nodes);
  if (!bones) return std::unexpected(bones.error());
  GltfSurface surface = SurfaceReader(gltf, parts, *bones).read(*document);
  if (surface.mesh.F.rows() == 0) {
    return fail(ErrorCode::invalid_argument,
                parts == GltfParts::all ? "the file shows no triangles; there is nothing to weigh"
                                        : "no mesh of the file has weights; take all parts");
  }
  if (gltf.count("skins") == 0) {
    auto armature = armatureOf(gltf, *nodes);
    if (!armature) return failAt("nodes", armature.error());
    surface.skeleton = *std::move(armature);
  }
  countOthers(gltf, *nodes, surface);
  return surface;
}

std::size_t clipsOfNodes(const GltfDocument& gltf) {
  std::size_t count = 0;
  for (std::size_t i = 0; const Json* clip = listed(gltf.content(), "animations", i); ++i) {
    const Json* channels = member(*clip, "channels");
    bool moves = false;
    for (std::size_t k = 0; const Json* channel = element(channels, k); ++k) {
      const Json* target = member(*channel, "target");
      const std::string* path = target ? textIn(*target, "path") : nullptr;
      moves = moves || (path && *path != "weights");
    }
    count += moves;
  }
  return count;
}

Result<GltfDocument> withWeights(const GltfDocument& gltf, const GltfSurface& surface,
                                 const VertexWeights& weights) {
  const Skeleton& skeleton = surface.skeleton;
  if (auto fits = checkFit(gltf, surface, weights, skeleton.size()); !fits) {
    return std::unexpected(fits.error());
  }
  ReskinJoints joints;
  for (const Bone& bone : skeleton.bones()) {
    if (bone.id >= gltf.count("nodes")) return otherFile();
    joints.nodes.push_back(bone.id);
  }
  joints.inverse_rest.assign(skeleton.inverseRest().begin(), skeleton.inverseRest().end());
  return reskinned(gltf, surface, weights, joints, OldSkins::kept);
}

Result<GltfDocument> withSkeleton(const GltfDocument& gltf, const GltfSurface& surface,
                                  const Skeleton& skeleton, const VertexWeights& weights) {
  if (skeleton.empty()) return fail(ErrorCode::invalid_argument, "the skeleton has no bones");
  if (auto fits = checkFit(gltf, surface, weights, skeleton.size()); !fits) {
    return std::unexpected(fits.error());
  }
  return reskinned(gltf, surface, weights, newJoints(skeleton, gltf.count("nodes")),
                   OldSkins::replaced);
}

}  // namespace vide
