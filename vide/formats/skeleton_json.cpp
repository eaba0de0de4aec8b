// SPDX-License-Identifier: MIT
#include "vide/formats/skeleton_json.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/json_reader.hpp"

namespace vide {
namespace {

using detail::JsonObject;
using detail::SortedJson;

Result<Vec3> readPoint(const JsonObject& bone, const char* key) {
  double numbers[3] = {0, 0, 0};
  if (const auto read = bone.numbers(key, 2, numbers); !read) return std::unexpected(read.error());
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

Result<BoneSegment> readBone(const SortedJson& node, std::size_t index) {
  const auto bone = JsonObject::of(node, text("bone ", index));
  if (!bone) return std::unexpected(bone.error());
  const auto name = bone->string("name");
  if (!name) return std::unexpected(name.error());
  const auto parent = bone->integer("parent");
  if (!parent) return std::unexpected(parent.error());
  const auto head = readPoint(*bone, "head");
  if (!head) return std::unexpected(head.error());
  const auto tail = readPoint(*bone, "tail");
  if (!tail) return std::unexpected(tail.error());
  const auto deform = bone->flagOr("deform", true);
  if (!deform) return std::unexpected(deform.error());
  return BoneSegment{*name, *parent, *head, *tail, *deform};
}

using OrderedJson = nlohmann::ordered_json;

OrderedJson pointOf(Vec3 p) { return OrderedJson::array({p.x, p.y, p.z}); }

}  // namespace

Result<std::vector<BoneSegment>> parseBoneSegments(std::string_view source,
                                                   const SkeletonJsonLimits& limits) {
  const auto root = detail::parseSortedJson(source, limits.max_bytes);
  if (!root) return std::unexpected(root.error());
  if (!root->is_array() || root->empty()) {
    return fail(ErrorCode::malformed_data,
                "expected a list with a bone or more: [{\"name\": ...}]");
  }
  if (root->size() > limits.max_bones) {
    return fail(ErrorCode::limit_exceeded,
                text("the skeleton has ", root->size(), " bones; max_bones is ", limits.max_bones));
  }
  std::vector<BoneSegment> segments;
  for (std::size_t i = 0; i < root->size(); ++i) {
    auto bone = readBone((*root)[i], i);
    if (!bone) return std::unexpected(bone.error());
    segments.push_back(std::move(*bone));
  }
  return segments;
}

Result<Skeleton> parseSkeletonJson(std::string_view text, const SkeletonJsonLimits& limits) {
  const auto segments = parseBoneSegments(text, limits);
  if (!segments) return std::unexpected(segments.error());
  return skeletonFromSegments(*segments, {limits.max_bones});
}

std::string writeBoneSegments(std::span<const BoneSegment> segments) {
  std::string result = "[";
  for (const BoneSegment& segment : segments) {
    const OrderedJson bone{{"name", segment.name},
                           {"parent", segment.parent},
                           {"head", pointOf(segment.head)},
                           {"tail", pointOf(segment.tail)},
                           {"deform", segment.deform}};
    result += result.size() > 1 ? ",\n " : "\n ";
    // Bytes that are not UTF-8 become the replacement character.
    result += bone.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  }
  return result + "\n]\n";
}

std::string writeSkeletonJson(const Skeleton& skeleton) {
  std::vector<BoneSegment> segments = segmentsOf(skeleton);
  double largest = 0;
  for (const BoneSegment& segment : segments) {
    for (const Vec3 p : {segment.head, segment.tail}) {
      largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
  }
  const double grid = std::ldexp(1.0, std::ilogb(std::max(largest, 1e-250)) - 40);
  const auto rounded = [&](double x) { return std::round(x / grid) * grid + 0.0; };
  for (BoneSegment& segment : segments) {
    for (Vec3* p : {&segment.head, &segment.tail}) {
      *p = {rounded(p->x), rounded(p->y), rounded(p->z)};
    }
  }
  return writeBoneSegments(segments);
}

}  // namespace vide
