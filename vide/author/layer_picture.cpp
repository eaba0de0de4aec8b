// SPDX-License-Identifier: MIT
#include "vide/author/layer_picture.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/image/coverage_from_image.hpp"

namespace vide {
namespace {

constexpr double most_off = 0.5;      // pixels by which a vertex may lie beside its texel
constexpr double rounded_off = 0.02;  // pixels that files of single precision may take away

// Where the texture has the vertex, in the picture's space.
Vec2 texelOf(const Layer& layer, const ImageAsset& image, Eigen::Index v) {
  return {layer.uv(v, 0) * image.width, (1 - layer.uv(v, 1)) * image.height};
}

double snapped(double place) {
  const double whole = std::floor(place + 0.5);
  return std::abs(place - whole) < rounded_off ? whole : place;
}

}  // namespace

Result<Vec2> pictureCorner(const Layer& layer, const ImageAsset& image) {
  const Eigen::Index count = layer.mesh.V.rows();
  if (count == 0) return Vec2{};
  const auto unsupported = [&] {
    return fail(ErrorCode::unsupported,
                text("layer '", layer.name, "': its picture does not lie upright on it, a pixel a ",
                     "unit; only such layers are meshed and weighed by their pictures"));
  };
  if (layer.uv.rows() != count || layer.mesh.V.cols() != 2) return unsupported();
  const auto away = [&](Eigen::Index v) {
    return Vec2{layer.mesh.V(v, 0), layer.mesh.V(v, 1)} - texelOf(layer, image, v);
  };
  Vec2 sum;
  for (Eigen::Index v = 0; v < count; ++v) sum += away(v);
  const Vec2 corner{snapped(sum.x / double(count)), snapped(sum.y / double(count))};
  for (Eigen::Index v = 0; v < count; ++v) {
    if (!(distance(away(v), corner) <= most_off)) return unsupported();
  }
  return corner;
}

Result<Coverage> shapeOf(const Layer& layer, const Image& pixels) {
  auto shape = coverageFromAlpha(
      pixels,
      {.threshold = layer.settings.mesh.alpha_threshold.value_or(AlphaOptions{}.threshold)});
  if (!shape) return failAt(text("layer '", layer.name, "'"), shape.error());
  return shape;
}

Result<Skeleton> skeletonOver(Vec2 corner, const Skeleton& skeleton,
                              std::span<const std::size_t> own) {
  std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
  const bool any_deforms =
      std::ranges::any_of(own, [&](std::size_t bone) { return bones[bone].deform; });
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const bool is_own = std::ranges::find(own, i) != own.end();
    bones[i].deform = is_own && (bones[i].deform || !any_deforms);
    if (bones[i].parent >= 0) continue;
    bones[i].local.translation = bones[i].local.translation - Vec3{corner.x, corner.y, 0};
  }
  return Skeleton::fromBones(std::move(bones));
}

std::vector<std::size_t> bonesOf(const Layer& layer, const Skeleton& skeleton) {
  std::vector<std::size_t> bones;
  for (const BoneId id : layer.bones) {
    if (const int bone = findBone(skeleton, id); bone >= 0) bones.push_back(std::size_t(bone));
  }
  return bones;
}

}  // namespace vide
