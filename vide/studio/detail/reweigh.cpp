// SPDX-License-Identifier: MIT
#include "vide/studio/detail/reweigh.hpp"

#include "vide/core/text.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/session.hpp"

namespace vide::detail {

Result<void> weighLayer(Session& session, Edit& edit, LayerId id, Quality quality,
                        std::vector<std::string>& warnings, const Progress& progress) {
  const auto layer = find<Layer>(edit.document(), id);
  if (!layer) return std::unexpected(layer.error());
  auto found =
      session.weighers().weigh(edit.document(), **layer, session.pictures(),
                               {.quality = quality, .pool = session.options().pool}, progress);
  if (!found) return std::unexpected(found.error());
  // What a draft says of bones is said of the exact weights too.
  if (quality == Quality::exact) {
    for (const std::string& warning : found->warnings) {
      warnings.push_back(text("layer '", (*layer)->name, "': ", warning));
    }
  }
  if (found->F != (*layer)->mesh.F) {
    const TriMesh mesh{(*layer)->mesh.V, std::move(found->F)};
    if (auto set = edit.set(id, &Layer::mesh, mesh); !set) return set;
  }
  return edit.set(id, &Layer::weights, std::move(found->weights));
}

Result<void> reweigh(Session& session, Edit& edit, std::span<const LayerId> layers, Quality quality,
                     std::vector<std::string>& warnings, const Progress& progress) {
  std::vector<std::string> usual;
  auto& notes = layers.size() == 1 ? warnings : usual;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer* layer = findLayer(edit.document(), layers[i]);
    if (!layer || layer->attachment != Attachment::skinned) continue;
    if (!isAutomatic(layer->settings.weights)) continue;
    const double count = double(layers.size());
    const auto weighed = weighLayer(session, edit, layers[i], quality, notes,
                                    progress.slice(double(i) / count, double(i + 1) / count));
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
    if (!weighed) warnings.push_back(weighed.error().message);
  }
  return {};
}

}  // namespace vide::detail
