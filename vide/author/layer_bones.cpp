// SPDX-License-Identifier: MIT
#include "vide/author/layer_bones.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/name_list.hpp"
#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

Result<BoneSet> bonesNamed(const std::vector<std::string>& names, const Skeleton& skeleton,
                           const std::string& layer) {
  BoneSet bones;
  for (const std::string& name : names) {
    const int bone = skeleton.find(name);
    if (bone < 0) {
      return fail(
          ErrorCode::not_found,
          text("layer '", layer, "' is to follow the bone '", name, "', but the bones are: ",
               listed(skeleton.bones(), [](const Bone& b) { return b.name; })));
    }
    bones.push_back(std::size_t(bone));
  }
  std::ranges::sort(bones);
  bones.erase(std::unique(bones.begin(), bones.end()), bones.end());
  return bones;
}

// How much of a bone's length lies inside a layer's shape, 0..1.
double shareInside(const UnboundLayer& layer, Vec2 head, Vec2 tail) {
  const int steps = static_cast<int>(std::ceil(std::clamp(distance(head, tail), 1.0, 1e5)));
  int inside = 0;
  for (int i = 0; i <= steps; ++i) {
    const Vec2 p = head + (tail - head) * (double(i) / steps) - layer.corner;
    const double column = std::floor(p.x), row = std::floor(layer.shape->height - p.y);
    const bool on_picture =
        column >= 0 && column < layer.shape->width && row >= 0 && row < layer.shape->height;
    inside += on_picture && layer.shape->inside(static_cast<int>(column), static_cast<int>(row));
  }
  return double(inside) / (steps + 1);
}

std::size_t nearestBone(const UnboundLayer& layer, const Skeleton& skeleton,
                        const BoneSet& candidates) {
  const Vec2 middle =
      layer.corner + Vec2{double(layer.shape->width), double(layer.shape->height)} / 2;
  return *std::ranges::min_element(candidates, {}, [&](std::size_t bone) {
    return squaredDistanceToSegment(middle, xy(skeleton.head(bone)), xy(skeleton.tail(bone)));
  });
}

// The bones of `candidates`, of which there are some, that run through the layer.
BoneSet bonesByShape(const UnboundLayer& layer, const Skeleton& skeleton, const BoneSet& candidates,
                     std::vector<std::string>& warnings) {
  constexpr double enough = 0.5;
  BoneSet bones;
  double largest = 0;
  std::size_t longest = 0;
  for (const std::size_t bone : candidates) {
    const double share = shareInside(layer, xy(skeleton.head(bone)), xy(skeleton.tail(bone)));
    if (share >= enough) bones.push_back(bone);
    if (share > largest) {
      largest = share;
      longest = bone;
    }
  }
  if (!bones.empty()) return bones;
  if (largest > 0) return {longest};
  const std::size_t nearest = nearestBone(layer, skeleton, candidates);
  warnings.push_back(text("no bone runs through layer '", layer.name,
                          "'; it follows the nearest one, '", skeleton[nearest].name, "'"));
  return {nearest};
}

// Deforming bones that no layer has been given by name; all deforming ones where none is left.
BoneSet freeBones(const std::vector<BoneSet>& given, const Skeleton& skeleton) {
  BoneSet all, free;
  for (std::size_t bone = 0; bone < skeleton.size(); ++bone) {
    if (!skeleton[bone].deform) continue;
    all.push_back(bone);
    const bool is_taken = std::ranges::any_of(
        given, [&](const BoneSet& bones) { return std::ranges::binary_search(bones, bone); });
    if (!is_taken) free.push_back(bone);
  }
  return free.empty() ? all : free;
}

// What a person said, or the names say; empty where that is left open.
Result<BoneSet> bonesByName(const UnboundLayer& layer, const Skeleton& skeleton) {
  if (!layer.bones.empty()) return bonesNamed(layer.bones, skeleton, layer.name);
  if (skeleton.find(layer.name) < 0) return BoneSet{};
  return bonesNamed({layer.name}, skeleton, layer.name);
}

}  // namespace

Result<std::vector<BoneSet>> bonesForLayers(std::span<const UnboundLayer> layers,
                                            const Skeleton& skeleton,
                                            std::vector<std::string>& warnings) {
  std::vector<BoneSet> all;
  for (const UnboundLayer& layer : layers) {
    auto bones = bonesByName(layer, skeleton);
    if (!bones) return std::unexpected(bones.error());
    all.push_back(*std::move(bones));
  }
  const BoneSet candidates = freeBones(all, skeleton);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!all[i].empty()) continue;
    if (candidates.empty()) {
      return fail(ErrorCode::invalid_argument,
                  text("layer '", layers[i].name, "' has no bone to follow: none deforms"));
    }
    all[i] = bonesByShape(layers[i], skeleton, candidates, warnings);
  }
  return all;
}

}  // namespace vide
