// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"

namespace vide {

// A picture within a larger one. Pixels of the page, from its top-left corner, y down.
struct AtlasRegion {
  std::string name;
  double x = 0;  // as it lies on the page
  double y = 0;
  double width = 0;
  double height = 0;
  // The picture before its transparent border was trimmed: where its top-left corner lies from the
  // region's (0 or less), and its size.
  double frame_x = 0;
  double frame_y = 0;
  double frame_width = 0;
  double frame_height = 0;
  bool rotated = false;  // lies on the page turned clockwise by 90 degrees

  // The trimmed picture's own size, upright.
  double ownWidth() const { return rotated ? height : width; }
  double ownHeight() const { return rotated ? width : height; }
};

// Where the pictures of one page lie.
struct TextureAtlas {
  std::string name;
  std::string image_path;  // of the page's picture, beside the atlas
  double width = 0;        // of the page, pixels
  double height = 0;
  std::vector<AtlasRegion> regions;

  // The first of that name, or null.
  const AtlasRegion* find(std::string_view name) const;
};

// The texture coordinates on the page, 0..1 from its top left, of a point of an upright region:
// (0, 0) is its top left, (1, 1) its bottom right.
Vec2 onPage(const TextureAtlas& atlas, const AtlasRegion& region, Vec2 point);

struct AtlasLimits {
  std::size_t max_regions = 100'000;
};

// The `_tex.json` of DragonBones. A page whose size is not said (older files) is 0 x 0. Errors:
// text that is not JSON, no list "SubTexture", numbers that are not finite, more regions than the
// limit.
Result<TextureAtlas> parseDragonBonesAtlas(std::string_view json, const AtlasLimits& limits = {});

// As `_tex.json`.
std::string writeDragonBonesAtlas(const TextureAtlas& atlas);

// As the `.atlas` text of Spine 4: a line for the page's picture, its properties, then each region
// with its bounds. Trimmed regions carry their offsets.
std::string writeSpineAtlas(const TextureAtlas& atlas);

}  // namespace vide
