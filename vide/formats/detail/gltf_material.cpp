// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_material.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vide/core/math.hpp"
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

}  // namespace

Vec2 GltfTexturePlacement::apply(Vec2 uv) const {
  const Vec2 scaled{uv.x * scale.x, uv.y * scale.y};
  const double c = math::cos(rotation), s = math::sin(rotation);
  return {offset.x + c * scaled.x + s * scaled.y, offset.y - s * scaled.x + c * scaled.y};
}

// IEC 61966-2-1.
double toSrgb(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * math::exp(math::log(x) / 2.4) - 0.055;
}

double toLinear(double srgb) {
  const double x = std::clamp(srgb, 0.0, 1.0);
  return x <= 0.04045 ? x / 12.92 : math::exp(2.4 * math::log((x + 0.055) / 1.055));
}

GltfMaterial readMaterial(const GltfDocument& gltf, const Json& primitive) {
  GltfMaterial material;
  const auto index = countIn(primitive, "material");
  const Json* object = index ? listed(gltf.content(), "materials", *index) : nullptr;
  const Json* surface = object ? member(*object, "pbrMetallicRoughness") : nullptr;
  if (!surface) return material;
  const auto factor = numbersIn(*surface, "baseColorFactor", {1, 1, 1, 1});
  material.tint = {toSrgb(factor[0]), toSrgb(factor[1]), toSrgb(factor[2])};
  const std::string* alpha = textIn(*object, "alphaMode");
  if (alpha && *alpha == "BLEND") material.opacity = std::clamp(factor[3], 0.0, 1.0);
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
