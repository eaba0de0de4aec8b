// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_joints.hpp"

#include "vide/formats/detail/json_fields.hpp"

namespace vide::detail {
namespace {

// By bone: where its node stands in model space at rest. Shear is what nodes of VIDE's own leave
// out.
std::vector<Affine3> visibleRest(const Skeleton& skeleton,
                                 const std::vector<const ImportedNode*>& imported) {
  std::vector<Affine3> rest(skeleton.size());
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    Transform visible = skeleton[i].local;
    visible.shear = {};
    const int parent = skeleton[i].parent;
    rest[i] = imported[i]  ? skeleton.rest()[i]
              : parent < 0 ? toAffine(visible)
                           : rest[std::size_t(parent)] * toAffine(visible);
  }
  return rest;
}

}  // namespace

Json nodeTransform(const Transform& transform) {
  Json node = Json::object();
  const Transform rest;
  if (transform.translation != rest.translation) {
    node["translation"] = toJson(transform.translation);
  }
  if (transform.rotation != rest.rotation) node["rotation"] = toJson(transform.rotation);
  if (transform.scale != rest.scale) node["scale"] = toJson(transform.scale);
  return node;
}

GltfJoints writeJoints(GltfBuilder& builder, const Skeleton& skeleton, const GltfImports& imports) {
  GltfJoints joints;
  std::vector<Json> children(skeleton.size());
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const BoneId id = skeleton[i].id;
    const auto node = imports.nodes.find(id);
    const bool is_imported = imports.unchanged.bones.contains(id) && node != imports.nodes.end();
    joints.imported.push_back(is_imported ? &node->second : nullptr);
    joints.nodes.push_back(is_imported ? std::size_t{id} : builder.place("nodes", {"bone", id}));
    if (is_imported) continue;
    const int parent = skeleton[i].parent;
    if (parent < 0 || joints.imported[std::size_t(parent)]) {
      joints.root_bones.push_back(joints.nodes[i]);
    } else {
      children[std::size_t(parent)].push_back(joints.nodes[i]);
    }
  }
  const std::vector<Affine3> rest = visibleRest(skeleton, joints.imported);
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    joints.inverse_rest.push_back(inverse(rest[i]));
    if (joints.imported[i]) continue;
    const int parent = skeleton[i].parent;
    const bool stands_alone = parent >= 0 && joints.imported[std::size_t(parent)];
    Json node = {{"name", skeleton[i].name}};
    node.update(nodeTransform(stands_alone ? decompose(rest[i]) : skeleton[i].local));
    if (!children[i].empty()) node["children"] = std::move(children[i]);
    builder.put("nodes", {"bone", skeleton[i].id}, std::move(node));
  }
  return joints;
}

}  // namespace vide::detail
