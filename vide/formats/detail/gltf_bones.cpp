// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_bones.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_armature.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_skins.hpp"

namespace vide::detail {
namespace {

Transform unflattened(Transform parts) {
  for (double* scale : {&parts.scale.x, &parts.scale.y, &parts.scale.z}) {
    if (std::abs(*scale) < 1e-9) *scale = 1;
  }
  return parts;
}

class BoneReader {
 public:
  BoneReader(const GltfDocument& gltf, const GltfNodes& nodes, BoneNodes which)
      : gltf_(gltf), nodes_(nodes), which_(which) {}

  Result<GltfBones> read() && {
    auto skins = readSkins(gltf_, nodes_);
    if (!skins) return std::unexpected(skins.error());
    skins_ = *std::move(skins);
    findBinds();
    if (which_ == BoneNodes::moving) {
      chooseNodes();
    } else {
      is_bone_ = armatureNodes(gltf_, nodes_);
    }
    const std::size_t count = nodes_.all.size();
    result_.of_node.assign(count, -1);
    result_.above_node.assign(count, -1);
    result_.node_rest.resize(count);
    for (const std::size_t node : nodes_.order) place(node);
    setTails();
    for (const SkinSource& skin : skins_) result_.skins.push_back(finish(skin));
    return std::move(result_);
  }

 private:
  // Where two skins bind a joint, the first one's matrix counts.
  void findBinds() {
    bound_rest_.resize(nodes_.all.size());
    for (const SkinSource& skin : skins_) {
      for (std::size_t j = 0; j < skin.bind.size() && !skin.own; ++j) {
        auto& rest = bound_rest_[skin.joints[j]];
        if (!rest) rest = skin.placement * skin.bind[j];
      }
    }
  }

  // Marks joints, and animated nodes that carry a joint or a mesh.
  void chooseNodes() {
    const std::size_t count = nodes_.all.size();
    std::vector<bool> carries(count, false);
    is_bone_.assign(count, false);
    for (const SkinSource& skin : skins_) {
      if (skin.own) continue;
      for (const std::size_t joint : skin.joints) is_bone_[joint] = carries[joint] = true;
    }
    for (auto i = nodes_.order.rbegin(); i != nodes_.order.rend(); ++i) {
      if (member(*listed(gltf_.content(), "nodes", *i), "mesh")) carries[*i] = true;
      const int parent = nodes_.all[*i].parent;
      if (carries[*i] && parent >= 0) carries[static_cast<std::size_t>(parent)] = true;
    }
    const bool carries_any = std::ranges::find(carries, true) != carries.end();
    for (const std::size_t node : animatedNodes()) {
      if (carries[node] || !carries_any) is_bone_[node] = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (nodes_.all[i].own) is_bone_[i] = false;
    }
  }

  std::vector<std::size_t> animatedNodes() const {
    std::vector<std::size_t> animated;
    for (std::size_t i = 0; const Json* clip = listed(gltf_.content(), "animations", i); ++i) {
      if (isMarked(*clip)) continue;
      const Json* channels = member(*clip, "channels");
      for (std::size_t k = 0; const Json* channel = element(channels, k); ++k) {
        const Json* target = member(*channel, "target");
        const auto node = target ? countIn(*target, "node") : std::nullopt;
        const std::string* path = target ? textIn(*target, "path") : nullptr;
        if (!node || *node >= nodes_.all.size() || !path || *path == "weights") continue;
        animated.push_back(*node);
      }
    }
    return animated;
  }

  // Parents come before their children.
  void place(std::size_t index) {
    const GltfNode& node = nodes_.all[index];
    const auto parent = static_cast<std::size_t>(node.parent);
    const bool is_root = node.parent < 0;
    const Affine3 parent_rest = is_root ? Affine3{} : result_.node_rest[parent];
    const int above = is_root ? -1 : result_.above_node[parent];
    result_.node_rest[index] = parent_rest * node.local;
    result_.above_node[index] = above;
    if (!is_bone_[index]) return;
    if (const auto& bound = bound_rest_[index]) {
      result_.node_rest[index] = *bound;
    } else if (!invertible(node.local)) {  // hidden by a scale of zero: it rests at its full size
      result_.node_rest[index] = parent_rest * toAffine(unflattened(node.parts));
    }
    addBone(index, above, parent_rest);
  }

  void addBone(std::size_t index, int above, const Affine3& parent_rest) {
    const Affine3& rest = result_.node_rest[index];
    const Affine3 from = above < 0 ? Affine3{} : result_.rest[static_cast<std::size_t>(above)];
    result_.above_node[index] = result_.of_node[index] = static_cast<int>(result_.bones.size());
    Bone bone{.id = static_cast<BoneId>(index), .name = nameFor(index), .parent = above};
    bone.local = decompose(inverse(from) * rest);
    bone.deform = false;
    result_.bones.push_back(std::move(bone));
    result_.rest.push_back(rest);
    result_.held.push_back(inverse(from) * parent_rest);
  }

  // Bones need names of their own; nodes do not.
  std::string nameFor(std::size_t index) {
    const std::string* given = textIn(*listed(gltf_.content(), "nodes", index), "name");
    std::string name = given && !given->empty() ? *given : text("node ", index);
    if (names_.contains(name)) name += text(" #", index);
    while (!names_.insert(name).second) name += "#";
    return name;
  }

  // A segment ends in the middle of its children; at the end of a chain it goes on as far as the
  // one before.
  void setTails() {
    std::vector<Vec3> sum(result_.bones.size());
    std::vector<int> children(result_.bones.size(), 0);
    const auto headOf = [&](int bone) { return result_.rest[std::size_t(bone)].translation; };
    for (std::size_t i = 0; i < result_.bones.size(); ++i) {
      const int parent = result_.bones[i].parent;
      if (parent < 0) continue;
      sum[std::size_t(parent)] += headOf(static_cast<int>(i));
      ++children[std::size_t(parent)];
    }
    for (std::size_t i = 0; i < result_.bones.size(); ++i) {
      Bone& bone = result_.bones[i];
      const Vec3 head = headOf(static_cast<int>(i));
      Vec3 tail = head;
      if (children[i] > 0) {
        tail = sum[i] / children[i];
      } else if (bone.parent >= 0) {
        tail = head + (head - headOf(bone.parent));
      }
      bone.tail = inverse(result_.rest[i]) * tail;
    }
  }

  std::optional<GltfSkin> finish(const SkinSource& source) const {
    if (source.own) return std::nullopt;
    GltfSkin skin;
    std::map<BoneId, int> handles;
    for (std::size_t j = 0; j < source.joints.size(); ++j) {
      const auto bone = static_cast<std::size_t>(result_.of_node[source.joints[j]]);
      const BoneId id = result_.bones[bone].id;
      const auto [handle, is_new] = handles.try_emplace(id, static_cast<int>(handles.size()));
      skin.handle.push_back(handle->second);
      if (is_new) skin.bones.push_back(id);
      const Affine3& rest = result_.rest[bone];
      skin.to_model.push_back(source.inverse_bind.empty() ? rest : rest * source.inverse_bind[j]);
    }
    double size = 0;
    for (const Affine3& bind : source.bind) {
      size = std::max(size, distance(bind.translation, source.bind.front().translation));
    }
    skin.is_rigid = std::ranges::all_of(skin.to_model, [&](const Affine3& placed) {
      return nearlySame(placed, skin.to_model.front(), size);
    });
    return skin;
  }

  // `size` is that of what is placed.
  static bool nearlySame(const Affine3& a, const Affine3& b, double size) {
    const Affine3 apart = inverse(a) * b;
    const Mat3 same;
    const double turned = length(apart.linear.x - same.x) + length(apart.linear.y - same.y) +
                          length(apart.linear.z - same.z);
    return turned <= 1e-6 && length(apart.translation) <= 1e-6 * size;
  }

  const GltfDocument& gltf_;
  const GltfNodes& nodes_;
  BoneNodes which_;
  std::vector<SkinSource> skins_;
  std::vector<std::optional<Affine3>> bound_rest_;  // by node: where a skin binds it
  std::vector<bool> is_bone_;
  std::set<std::string> names_;
  GltfBones result_;
};

}  // namespace

Result<GltfBones> readBones(const GltfDocument& gltf, const GltfNodes& nodes, BoneNodes which) {
  return BoneReader(gltf, nodes, which).read();
}

}  // namespace vide::detail
