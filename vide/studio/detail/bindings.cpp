// SPDX-License-Identifier: MIT
#include "vide/studio/detail/bindings.hpp"

#include <algorithm>
#include <numeric>

#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/reweigh.hpp"
#include "vide/studio/detail/session.hpp"

namespace vide::detail {
VertexWeights stiffWeights(std::size_t vertices, int handle, int handles) {
  VertexWeights weights{.handles = handles};
  for (std::size_t v = 0; v < vertices; ++v) {
    std::vector<Influence> row{{handle, 1.0}};
    appendRow(weights, row);
  }
  return weights;
}

BoneSet allBones(const Skeleton& skeleton) {
  BoneSet bones(skeleton.size());
  std::iota(bones.begin(), bones.end(), std::size_t{0});
  return bones;
}

Result<void> bindAndWeigh(Session& session, Edit& edit, LayerId id, const BoneSet& bones,
                          std::vector<std::string>& warnings, const Progress& progress) {
  const auto layer = find<Layer>(edit.document(), id);
  if (!layer) return std::unexpected(layer.error());
  std::vector<BoneId> ids;
  for (const std::size_t bone : bones) ids.push_back(edit.document().skeleton[bone].id);
  LayerSettings settings = (*layer)->settings;
  if (!isAutomatic(settings.weights)) settings.weights = WeightMethod::geodesic;
  std::erase_if(settings.bone_smoothness, [&](const BoneSmoothness& one) {
    return std::ranges::find(ids, one.bone) == ids.end();
  });
  auto weights = stiffWeights(std::size_t((*layer)->mesh.V.rows()), 0, int(ids.size()));
  auto done = bindToBones(edit, id, std::move(ids), std::move(weights));
  if (done) done = edit.set(id, &Layer::settings, std::move(settings));
  if (!done) return done;
  return weighLayer(session, edit, id, Quality::exact, warnings, progress);
}

}  // namespace vide::detail
