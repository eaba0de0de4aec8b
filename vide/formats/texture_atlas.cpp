// SPDX-License-Identifier: MIT
#include "vide/formats/texture_atlas.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/json.hpp"

namespace vide {
namespace {

using detail::Json;

AtlasRegion regionFrom(const Json& json) {
  AtlasRegion region;
  if (const std::string* name = detail::textIn(json, "name")) region.name = *name;
  region.x = detail::numberIn(json, "x").value_or(0);
  region.y = detail::numberIn(json, "y").value_or(0);
  region.width = detail::numberIn(json, "width").value_or(0);
  region.height = detail::numberIn(json, "height").value_or(0);
  region.rotated = detail::flagIn(json, "rotated", false);
  region.frame_width = detail::numberIn(json, "frameWidth").value_or(0);
  region.frame_height = detail::numberIn(json, "frameHeight").value_or(0);
  if (region.frame_width > 0 && region.frame_height > 0) {
    region.frame_x = detail::numberIn(json, "frameX").value_or(0);
    region.frame_y = detail::numberIn(json, "frameY").value_or(0);
  } else {
    region.frame_width = region.ownWidth();
    region.frame_height = region.ownHeight();
  }
  return region;
}

bool usable(const AtlasRegion& region) {
  constexpr double largest = 1e6;
  const double numbers[] = {region.x,           region.y,           region.width,
                            region.height,      region.frame_x,     region.frame_y,
                            region.frame_width, region.frame_height};
  return std::ranges::all_of(numbers, [](double x) { return std::abs(x) <= largest; }) &&
         region.width >= 0 && region.height >= 0;
}

bool isTrimmed(const AtlasRegion& region) {
  return region.frame_x != 0 || region.frame_y != 0 || region.frame_width != region.ownWidth() ||
         region.frame_height != region.ownHeight();
}

}  // namespace

const AtlasRegion* TextureAtlas::find(std::string_view wanted) const {
  const auto at = std::ranges::find(regions, wanted, &AtlasRegion::name);
  return at == regions.end() ? nullptr : &*at;
}

Vec2 onPage(const TextureAtlas& atlas, const AtlasRegion& region, Vec2 point) {
  const Vec2 share = region.rotated ? Vec2{1 - point.y, point.x} : point;
  return {(region.x + share.x * region.width) / atlas.width,
          (region.y + share.y * region.height) / atlas.height};
}

Result<TextureAtlas> parseDragonBonesAtlas(std::string_view source, const AtlasLimits& limits) {
  const auto json = detail::parseJson(source);
  if (!json) return std::unexpected(json.error());
  const Json* list = detail::member(*json, "SubTexture");
  if (!list || !list->is_array()) {
    return fail(ErrorCode::malformed_data,
                "no list \"SubTexture\"; this is not the _tex.json of a DragonBones export");
  }
  if (list->size() > limits.max_regions) {
    return fail(ErrorCode::limit_exceeded, text(list->size(), " regions; the limit is ",
                                                limits.max_regions, " (max_regions)"));
  }
  TextureAtlas atlas;
  if (const std::string* name = detail::textIn(*json, "name")) atlas.name = *name;
  if (const std::string* path = detail::textIn(*json, "imagePath")) atlas.image_path = *path;
  atlas.width = detail::numberIn(*json, "width").value_or(0);
  atlas.height = detail::numberIn(*json, "height").value_or(0);
  for (const Json& item : *list) {
    atlas.regions.push_back(regionFrom(item));
    if (!usable(atlas.regions.back())) {
      return fail(ErrorCode::malformed_data, text("region \"", atlas.regions.back().name,
                                                  "\": its size is negative or out of range"));
    }
  }
  return atlas;
}

std::string writeDragonBonesAtlas(const TextureAtlas& atlas) {
  Json list = Json::array();
  for (const AtlasRegion& region : atlas.regions) {
    Json item{{"name", region.name},
              {"x", region.x},
              {"y", region.y},
              {"width", region.width},
              {"height", region.height}};
    if (region.rotated) item["rotated"] = true;
    if (isTrimmed(region)) {
      item["frameX"] = region.frame_x;
      item["frameY"] = region.frame_y;
      item["frameWidth"] = region.frame_width;
      item["frameHeight"] = region.frame_height;
    }
    list.push_back(std::move(item));
  }
  const Json json{{"name", atlas.name},
                  {"imagePath", atlas.image_path},
                  {"width", atlas.width},
                  {"height", atlas.height},
                  {"SubTexture", std::move(list)}};
  return json.dump(1) + "\n";
}

std::string writeSpineAtlas(const TextureAtlas& atlas) {
  std::string out = text(atlas.image_path, "\nsize:", atlas.width, ",", atlas.height,
                         "\nfilter:Linear,Linear\nrepeat:none\n");
  for (const AtlasRegion& region : atlas.regions) {
    out += text(region.name, "\nbounds:", region.x, ",", region.y, ",", region.ownWidth(), ",",
                region.ownHeight(), "\n");
    if (isTrimmed(region)) {
      const double below = region.frame_height + region.frame_y - region.ownHeight();
      out += text("offsets:", -region.frame_x, ",", below, ",", region.frame_width, ",",
                  region.frame_height, "\n");
    }
    if (region.rotated) out += "rotate:90\n";
  }
  return out;
}

}  // namespace vide
