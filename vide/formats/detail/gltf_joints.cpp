// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_joints.hpp"

#include "vide/formats/detail/json_fields.hpp"

namespace vide::detail {
namespace {

std::vector<Affine3> inverseRestOf(const Skeleton& skeleton) {
  std::vector<Affine3> rest(skeleton.size());
  std::vector<Affine3> inverses;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    Transform visible = skeleton[i].local;
    visible.shear = {};
    const int parent = skeleton[i].parent;
    rest[i] = parent < 0 ? toAffine(visible) : rest[std::size_t(parent)] * toAffine(visible);
    inverses.push_back(inverse(rest[i]));
  }
  return inverses;
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

GltfJoints writeJoints(GltfBuilder& builder, const Skeleton& skeleton) {
  GltfJoints joints{.nodes = {}, .inverse_rest = inverseRestOf(skeleton), .root_bones = {}};
  std::vector<Json> children(skeleton.size());
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    joints.nodes.push_back(builder.place("nodes", {"bone", skeleton[i].id}));
    const int parent = skeleton[i].parent;
    if (parent < 0) {
      joints.root_bones.push_back(joints.nodes[i]);
    } else {
      children[std::size_t(parent)].push_back(joints.nodes[i]);
    }
  }
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    Json node = {{"name", skeleton[i].name}};
    node.update(nodeTransform(skeleton[i].local));
    if (!children[i].empty()) node["children"] = std::move(children[i]);
    builder.put("nodes", {"bone", skeleton[i].id}, std::move(node));
  }
  return joints;
}

}  // namespace vide::detail
