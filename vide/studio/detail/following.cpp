// SPDX-License-Identifier: MIT
#include "vide/studio/detail/following.hpp"

#include <algorithm>

#include "vide/rig/layer_commands.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/studio/detail/bindings.hpp"
#include "vide/weights/weight_tools.hpp"

namespace vide::detail {
namespace {

constexpr double rounding = 1e-9;  // pixels

std::vector<BoneId> boneIds(const Skeleton& skeleton) {
  std::vector<BoneId> ids;
  for (const Bone& bone : skeleton.bones()) ids.push_back(bone.id);
  return ids;
}

// Weights for those bones, in which the layer's own pull as they did.
VertexWeights widened(const Layer& layer, const std::vector<BoneId>& bones) {
  std::vector<int> place;
  for (const BoneId bone : layer.bones) {
    place.push_back(int(std::ranges::find(bones, bone) - bones.begin()));
  }
  if (layer.attachment == Attachment::skinned) {
    return renumber(layer.weights, place, int(bones.size()));
  }
  return stiffWeights(std::size_t(layer.mesh.V.rows()), place.empty() ? 0 : place[0],
                      int(bones.size()));
}

Result<void> followAll(Edit& edit, LayerId id, const std::vector<BoneId>& bones) {
  const Layer& layer = *findLayer(edit.document(), id);
  if (layer.attachment == Attachment::fixed && layer.settings.weights == WeightMethod::authored) {
    LayerSettings settings = layer.settings;
    settings.weights = layer.image ? WeightMethod::geodesic : WeightMethod::straight;
    if (auto set = edit.set(id, &Layer::settings, std::move(settings)); !set) return set;
  }
  if (bones.size() == 1) return bindToBone(edit, id, bones[0]);
  return bindToBones(edit, id, bones, widened(layer, bones));
}

}  // namespace

std::vector<LayerId> layersOfAllBones(const Document& document) {
  std::vector<LayerId> ids;
  for (const Layer& layer : document.layers) {
    if (layer.attachment == Attachment::fixed) continue;
    if (layer.settings.weights == WeightMethod::authored) continue;
    const bool follows_all = std::ranges::all_of(document.skeleton.bones(), [&](const Bone& bone) {
      return !bone.deform || std::ranges::count(layer.bones, bone.id);
    });
    if (follows_all) ids.push_back(layer.id);
  }
  return ids;
}

std::vector<LayerId> looseLayers(const Document& document) {
  std::vector<LayerId> ids;
  for (const Layer& layer : document.layers) {
    const bool is_loose = layer.attachment == Attachment::fixed && layer.mesh.V.rows() > 0;
    if (is_loose) ids.push_back(layer.id);
  }
  return ids;
}

Result<void> followAllBones(Edit& edit, const std::vector<LayerId>& layers) {
  const std::vector<BoneId> bones = boneIds(edit.document().skeleton);
  if (bones.empty()) return {};
  for (const LayerId id : layers) {
    if (auto follows = followAll(edit, id, bones); !follows) return follows;
  }
  return {};
}

std::vector<LayerId> pinnedLayers(const Document& document) {
  const auto isHeld = [&](BoneId id) {
    return isPin(document.skeleton[boneIndex(document.skeleton, id)]);
  };
  std::vector<LayerId> ids;
  for (const Layer& layer : document.layers) {
    if (layer.attachment != Attachment::skinned) continue;
    if (std::ranges::all_of(layer.bones, isHeld)) ids.push_back(layer.id);
  }
  return ids;
}

Result<void> stiffenPinned(Edit& edit, const std::vector<LayerId>& pinned_before) {
  for (const LayerId id : pinnedLayers(edit.document())) {
    if (std::ranges::count(pinned_before, id)) continue;
    LayerSettings settings = findLayer(edit.document(), id)->settings;
    if (settings.deformer != Deformer::linear_blend) continue;
    settings.deformer = Deformer::arap;
    if (auto set = edit.set(id, &Layer::settings, std::move(settings)); !set) return set;
  }
  return {};
}

WeighedBy::WeighedBy(const Document& document) {
  const Skeleton& skeleton = document.skeleton;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    bones_.push_back({skeleton[i].id, {skeleton.head(i), skeleton.tail(i), skeleton[i].deform}});
  }
  for (const Layer& layer : document.layers) layers_.push_back({layer.id, layer.bones});
}

bool WeighedBy::isSame(const Layer& layer, const Skeleton& skeleton) const {
  const auto before = std::ranges::find(layers_, layer.id, &decltype(layers_)::value_type::first);
  if (before == layers_.end() || before->second != layer.bones) return false;
  return std::ranges::all_of(layer.bones, [&](BoneId id) {
    const auto old = std::ranges::find(bones_, id, &decltype(bones_)::value_type::first);
    const std::size_t now = boneIndex(skeleton, id);
    return old != bones_.end() && old->second.deform == skeleton[now].deform &&
           distance(old->second.head, skeleton.head(now)) <= rounding &&
           distance(old->second.tail, skeleton.tail(now)) <= rounding;
  });
}

std::vector<LayerId> WeighedBy::changedIn(const Document& document) const {
  std::vector<LayerId> ids;
  for (const Layer& layer : document.layers) {
    const bool is_automatic =
        layer.attachment == Attachment::skinned && layer.settings.weights != WeightMethod::authored;
    if (is_automatic && !isSame(layer, document.skeleton)) ids.push_back(layer.id);
  }
  return ids;
}

}  // namespace vide::detail
