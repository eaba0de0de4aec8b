// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "vide/core/vec.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// Where KHR_texture_transform puts a texture coordinate.
struct GltfTexturePlacement {
  Vec2 offset;
  double rotation = 0;  // radians, counter-clockwise in a space whose v points down
  Vec2 scale{1, 1};

  Vec2 apply(Vec2 uv) const;
};

// What a layer takes from a primitive's material.
struct GltfMaterial {
  std::optional<std::size_t> image;
  std::size_t set = 0;  // of texture coordinates
  GltfTexturePlacement placement;
  Vec3 tint{1, 1, 1};  // sRGB factors
  double opacity = 1;  // of opaque ones always
  Transparency transparency = Transparency::opaque;
  double alpha_cutoff = 0.5;
};

// A material that is missing or broken counts as a plain white one.
GltfMaterial readMaterial(const GltfDocument& gltf, const Json& primitive);

}  // namespace vide::detail
