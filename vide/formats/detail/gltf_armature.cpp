// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_armature.hpp"

#include <algorithm>

#include "vide/formats/detail/gltf_bones.hpp"
#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {
namespace {

constexpr int least_chain = 3;  // nodes one below the other

bool carriesNothing(const Json& node) {
  constexpr const char* loads[] = {"mesh", "camera", "skin", "extensions"};
  return std::ranges::none_of(loads, [&](const char* load) { return member(node, load); });
}

// By node: how many stand one below the other from there; 0 where something is carried there or
// below.
std::vector<int> chainLengths(const GltfDocument& gltf, const GltfNodes& nodes) {
  std::vector<int> length(nodes.all.size(), 1);
  for (auto i = nodes.order.rbegin(); i != nodes.order.rend(); ++i) {
    const GltfNode& node = nodes.all[*i];
    if (!node.shown || node.own || !carriesNothing(*listed(gltf.content(), "nodes", *i))) {
      length[*i] = 0;
    }
    if (node.parent < 0) continue;
    int& above = length[static_cast<std::size_t>(node.parent)];
    above = above == 0 || length[*i] == 0 ? 0 : std::max(above, length[*i] + 1);
  }
  return length;
}

// Roots above one chain that is long enough without them, at the origin.
bool isHolder(const std::vector<Bone>& bones, std::size_t bone) {
  if (bones[bone].parent >= 0 || !(bones[bone].local.translation == Vec3{})) return false;
  std::vector<int> depth{1};  // from `bone` on
  int children = 0, deepest = 0;
  for (std::size_t i = bone + 1; i < bones.size() && bones[i].parent >= 0; ++i) {
    const auto above = static_cast<std::size_t>(bones[i].parent) - bone;
    children += above == 0;
    depth.push_back(depth[above] + 1);
    deepest = std::max(deepest, depth.back());
  }
  return children == 1 && deepest > least_chain;
}

}  // namespace

std::vector<bool> armatureNodes(const GltfDocument& gltf, const GltfNodes& nodes) {
  std::vector<bool> chosen(nodes.all.size(), false);
  if (gltf.count("skins") > 0) return chosen;
  const std::vector<int> length = chainLengths(gltf, nodes);
  for (const std::size_t i : nodes.order) {
    const int parent = nodes.all[i].parent;
    const bool is_below = parent >= 0 && length[static_cast<std::size_t>(parent)] > 0;
    chosen[i] = is_below ? chosen[static_cast<std::size_t>(parent)] : length[i] >= least_chain;
  }
  return chosen;
}

Result<Skeleton> armatureOf(const GltfDocument& gltf, const GltfNodes& nodes) {
  auto read = readBones(gltf, nodes, BoneNodes::armature);
  if (!read) return std::unexpected(read.error());
  std::vector<Bone>& bones = read->bones;
  for (std::size_t i = 0; i < bones.size(); ++i) bones[i].deform = !isHolder(bones, i);
  return Skeleton::fromBones(std::move(bones));
}

}  // namespace vide::detail
