// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_material.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vide/core/math.hpp"
#include "vide/core/srgb.hpp"
#include "vide/formats/detail/json_fields.hpp"

namespace vide::detail {
namespace {

// Finite numbers, or as many of `usual`.
std::vector<double> numbersIn(const Json& object, const char* name, std::vector<double> usual) {
  std::vector<double> numbers;
  const Json* list = member(object, name);
  if (!list || !fromJson(*list, numbers).empty() || numbers.size() != usual.size()) return usual;
  return numbers;
}

GltfTexturePlacement placementIn(const Json& transform) {
  const auto offset = numbersIn(transform, "offset", {0, 0});
  const auto scale = numbersIn(transform, "scale", {1, 1});
  return {.offset = {offset[0], offset[1]},
          .rotation = std::clamp(numberIn(transform, "rotation").value_or(0), -1e6, 1e6),
          .scale = {scale[0], scale[1]}};
}

std::optional<std::size_t> imageOf(const GltfDocument& gltf, const Json& reference) {
  const auto index = countIn(reference, "index");
  const Json* texture = index ? listed(gltf.content(), "textures", *index) : nullptr;
  if (!texture) return std::nullopt;
  const Json* extensions = member(*texture, "extensions");
  const Json* webp = extensions ? member(*extensions, "EXT_texture_webp") : nullptr;
  return countIn(webp ? *webp : *texture, "source");
}

void readTransparency(const Json& object, GltfMaterial& material) {
  const std::string* mode = textIn(object, "alphaMode");
  if (mode && *mode == "BLEND") material.transparency = Transparency::blend;
  if (mode && *mode == "MASK") material.transparency = Transparency::mask;
  material.alpha_cutoff = std::clamp(numberIn(object, "alphaCutoff").value_or(0.5), 0.0, 1.0);
}

}  // namespace

Vec2 GltfTexturePlacement::apply(Vec2 uv) const {
  const Vec2 scaled{uv.x * scale.x, uv.y * scale.y};
  const double c = math::cos(rotation), s = math::sin(rotation);
  return {offset.x + c * scaled.x + s * scaled.y, offset.y - s * scaled.x + c * scaled.y};
}

GltfMaterial readMaterial(const GltfDocument& gltf, const Json& primitive) {
  GltfMaterial material;
  const auto index = countIn(primitive, "material");
  const Json* object = index ? listed(gltf.content(), "materials", *index) : nullptr;
  if (object) readTransparency(*object, material);
  const Json* surface = object ? member(*object, "pbrMetallicRoughness") : nullptr;
  if (!surface) return material;
  const auto factor = numbersIn(*surface, "baseColorFactor", {1, 1, 1, 1});
  material.tint = {toSrgb(factor[0]), toSrgb(factor[1]), toSrgb(factor[2])};
  if (material.transparency != Transparency::opaque) {
    material.opacity = std::clamp(factor[3], 0.0, 1.0);
  }
  const Json* texture = member(*surface, "baseColorTexture");
  if (!texture) return material;
  material.image = imageOf(gltf, *texture);
  material.set = countIn(*texture, "texCoord").value_or(0);
  const Json* extensions = member(*texture, "extensions");
  const Json* transform = extensions ? member(*extensions, "KHR_texture_transform") : nullptr;
  if (!transform) return material;
  material.placement = placementIn(*transform);
  material.set = countIn(*transform, "texCoord").value_or(material.set);
  return material;
}

}  // namespace vide::detail
