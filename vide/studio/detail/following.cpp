// SPDX-License-Identifier: MIT
#include "vide/studio/detail/following.hpp"

#include <algorithm>

#include "vide/rig/layer_commands.hpp"

namespace vide::detail {
namespace {

std::vector<BoneId> boneIds(const Skeleton& skeleton) {
  std::vector<BoneId> ids;
  for (const Bone& bone : skeleton.bones()) ids.push_back(bone.id);
  return ids;
}

// A row for every vertex of `layer` in which its bones pull as they did.
VertexWeights widened(const Layer& layer, const std::vector<BoneId>& bones) {
  VertexWeights weights;
  weights.handles = int(bones.size());
  std::vector<int> place;
  for (const BoneId bone : layer.bones) {
    place.push_back(int(std::ranges::find(bones, bone) - bones.begin()));
  }
  std::vector<Influence> row;
  for (std::size_t v = 0; v < std::size_t(layer.mesh.V.rows()); ++v) {
    row.clear();
    if (layer.attachment != Attachment::skinned) {
      row.push_back({place.empty() ? 0 : place[0], 1.0});
    } else {
      const auto handles = layer.weights.handlesOf(v);
      for (std::size_t k = 0; k < handles.size(); ++k) {
        row.push_back({place[std::size_t(handles[k])], layer.weights.weightsOf(v)[k]});
      }
    }
    appendRow(weights, row);
  }
  return weights;
}

Result<void> followAll(Edit& edit, LayerId id, const std::vector<BoneId>& bones) {
  const Layer& layer = *findLayer(edit.document(), id);
  if (layer.attachment == Attachment::fixed && layer.settings.weights == WeightMethod::authored) {
    LayerSettings settings = layer.settings;
    settings.weights = WeightMethod::geodesic;
    if (auto set = edit.set(id, &Layer::settings, std::move(settings)); !set) return set;
  }
  if (bones.size() == 1) return bindToBone(edit, id, bones[0]);
  return bindToBones(edit, id, bones, widened(layer, bones));
}

}  // namespace

std::vector<LayerId> layersOfAllBones(const Document& document) {
  std::vector<LayerId> ids;
  for (const Layer& layer : document.layers) {
    const bool follows_all =
        layer.attachment != Attachment::fixed && layer.bones.size() == document.skeleton.size();
    if (follows_all && layer.settings.weights != WeightMethod::authored) ids.push_back(layer.id);
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

}  // namespace vide::detail
