// SPDX-License-Identifier: MIT
#include "vide/studio/detail/skeleton_import.hpp"

#include <algorithm>

#include "vide/author/layer_bones.hpp"
#include "vide/author/layer_picture.hpp"
#include "vide/author/picture_skeleton.hpp"
#include "vide/core/ascii.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/formats/skeleton_json.hpp"
#include "vide/formats/tgf.hpp"
#include "vide/studio/detail/bindings.hpp"
#include "vide/studio/detail/following.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/reweigh.hpp"
#include "vide/studio/detail/session.hpp"

namespace vide::detail {
namespace {

Result<Skeleton> bvhSkeleton(std::string_view content) {
  auto motion = parseBvh(content);
  if (!motion) return std::unexpected(motion.error());
  return std::move(motion->skeleton);
}

Result<Skeleton> tgfSkeleton(std::string_view content) {
  const auto graph = parseTgf(content);
  if (!graph) return std::unexpected(graph.error());
  return skeletonFromTgf(*graph);
}

// In whatever case; `ending` is in lower case.
bool hasEnding(std::string_view file, std::string_view ending) {
  return file.size() > ending.size() &&
         std::ranges::equal(file.substr(file.size() - ending.size()), ending, {}, lowered);
}

Result<Skeleton> skeletonByEnding(const std::string& file, std::string_view content) {
  if (hasEnding(file, ".json")) return parseSkeletonJson(content);
  if (hasEnding(file, ".bvh")) return bvhSkeleton(content);
  if (hasEnding(file, ".tgf")) return tgfSkeleton(content);
  return fail(ErrorCode::unsupported, "not a kind of skeleton file; use .json, .bvh or .tgf");
}

// For each layer the indices of the bones that it is to follow.
Result<std::vector<BoneSet>> bonesFor(const Session& session, const Document& document,
                                      std::span<const LayerId> layers,
                                      std::vector<std::string>& warnings) {
  if (document.layers.size() == 1) return std::vector<BoneSet>{allBones(document.skeleton)};
  std::vector<Coverage> shapes;
  std::vector<Vec2> corners;
  for (const LayerId id : layers) {
    const Layer& layer = *findLayer(document, id);
    const auto pixels = session.pixelsOf(layer);
    if (!pixels) return std::unexpected(pixels.error());
    auto shape = shapeOf(layer, **pixels);
    if (!shape) return std::unexpected(shape.error());
    const auto corner = pictureCorner(layer, *findImage(document, *layer.image));
    if (!corner) return std::unexpected(corner.error());
    shapes.push_back(*std::move(shape));
    corners.push_back(*corner);
  }
  std::vector<UnboundLayer> unbound;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    unbound.push_back({findLayer(document, layers[i])->name, {}, &shapes[i], corners[i]});
  }
  return bonesForLayers(unbound, document.skeleton, warnings);
}

}  // namespace

Result<Skeleton> skeletonIn(const std::string& file, std::string_view content) {
  auto skeleton = skeletonByEnding(file, content);
  if (skeleton) skeleton = projectedSkeleton(*std::move(skeleton));
  if (!skeleton) return failAt(text("'", shortened(file), "'"), skeleton.error());
  return skeleton;
}

Result<void> takeSkeleton(Session& session, Edit& edit, const Skeleton& skeleton,
                          std::vector<std::string>& warnings, const Progress& progress) {
  if (!edit.document().skeleton.empty()) {
    return fail(ErrorCode::invalid_argument,
                "the document has bones already; remove them first, or begin a new document");
  }
  edit.set(&Document::skeleton, skeleton);
  const auto layers = looseLayers(edit.document());
  if (layers.empty()) return {};
  const auto bones = bonesFor(session, edit.document(), layers, warnings);
  if (!bones) return std::unexpected(bones.error());
  const bool is_alone = edit.document().layers.size() == 1;
  const double count = double(layers.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const auto part = progress.slice(double(i) / count, double(i + 1) / count);
    const auto bound = (*bones)[i].size() == 1 && !is_alone
                           ? bindToBone(edit, layers[i], skeleton[(*bones)[i][0]].id)
                           : bindAndWeigh(session, edit, layers[i], (*bones)[i], warnings, part);
    if (!bound) return bound;
  }
  return {};
}

}  // namespace vide::detail
