// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_nodes.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// A skin as a document sees it.
struct GltfSkin {
  std::vector<BoneId> bones;      // each once
  std::vector<int> handle;        // by joint: index into `bones`
  std::vector<Affine3> to_model;  // by joint: from the mesh's own space to the model at rest
  bool is_rigid = true;           // all of `to_model` say the same, to rounding
};

// The nodes that move something, as bones. A bone's id is the index of its node.
struct GltfBones {
  std::vector<Bone> bones;      // parents first
  std::vector<Affine3> rest;    // by bone, to model space
  std::vector<Affine3> held;    // by bone: from the parent bone to the node's parent, at all times
  std::vector<int> of_node;     // by node: the bone that it is, or -1
  std::vector<int> above_node;  // by node: the nearest bone at or above it, or -1
  std::vector<Affine3> node_rest;  // by node: to model space while its bones are at rest
  std::vector<std::optional<GltfSkin>> skins;  // none: VIDE's own
};

// Which nodes are bones.
enum class BoneNodes {
  moving,    // joints, and what animations move
  armature,  // what armatureNodes says
};

// Moving ones: joints of skins, and nodes that an animation turns, moves or scales while they carry
// a mesh or a joint. What stands between them without moving is taken into the bones below.
//
// A joint rests where its skin's inverse bind matrix says, the skin being placed by the node of its
// mesh; where a skin has no such matrices, and for other nodes, the file's pose is the rest pose.
// Where two skins bind a joint differently, the first one's rest pose is the bone's, and the other
// skin's mesh is carried over (`to_model`).
//
// Errors: those of readSkins.
Result<GltfBones> readBones(const GltfDocument& gltf, const GltfNodes& nodes,
                            BoneNodes which = BoneNodes::moving);

}  // namespace vide::detail
