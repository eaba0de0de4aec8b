// SPDX-License-Identifier: MIT
#include "vide/studio/detail/reweigh.hpp"

#include "vide/core/text.hpp"
#include "vide/skeleton/bone_index.hpp"
#include "vide/weights/straight.hpp"

namespace vide::detail {
namespace {

// The skeleton with only these bones deforming.
Result<Skeleton> limitedTo(const Skeleton& skeleton, std::span<const BoneId> bones) {
  std::vector<Bone> all(skeleton.bones().begin(), skeleton.bones().end());
  for (Bone& bone : all) bone.deform = bone.deform && std::ranges::count(bones, bone.id) > 0;
  return Skeleton::fromBones(std::move(all));
}

// The weights with handles that number `bones` instead of the skeleton's.
VertexWeights byHandles(VertexWeights weights, const Skeleton& skeleton,
                        std::span<const BoneId> bones) {
  for (int& handle : weights.handle) {
    const BoneId id = skeleton[std::size_t(handle)].id;
    handle = int(std::ranges::find(bones, id) - bones.begin());
  }
  weights.handles = int(bones.size());
  return weights;
}

Result<VertexWeights> weightsOf(const Layer& layer, const Skeleton& skeleton) {
  const auto limited = limitedTo(skeleton, layer.bones);
  if (!limited) return std::unexpected(limited.error());
  const LayerSettings& settings = layer.settings;
  auto found = straightWeights(
      layer.mesh.V, *limited,
      {.smoothness = settings.smoothness.value_or(0), .influences = settings.influences});
  if (!found) return std::unexpected(found.error());
  return byHandles(std::move(found->weights), skeleton, layer.bones);
}

}  // namespace

Result<void> reweigh(const Session&, Edit& edit, std::span<const LayerId> layers, Quality,
                     std::vector<std::string>& warnings, const Progress&) {
  for (const LayerId id : layers) {
    const Layer* layer = findLayer(edit.document(), id);
    if (!layer || layer->attachment != Attachment::skinned) continue;
    if (layer->settings.weights == WeightMethod::authored) continue;
    auto weights = weightsOf(*layer, edit.document().skeleton);
    if (!weights) {
      warnings.push_back(text("layer '", layer->name, "': ", weights.error().message));
      continue;
    }
    if (auto set = edit.set(id, &Layer::weights, *std::move(weights)); !set) return set;
  }
  return {};
}

}  // namespace vide::detail
