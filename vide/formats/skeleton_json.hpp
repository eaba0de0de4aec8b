// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/skeleton/skeleton.hpp"

// VIDE's own skeleton files: a JSON list with an entry for each bone,
//   {"name": "arm", "parent": 0, "head": [x, y, z], "tail": [x, y, z], "deform": true}
// `parent` is an index into the list, or -1; `deform` may be left out. Positions are in model space
// and may have two coordinates.
namespace vide {

struct SkeletonJsonLimits {
  std::size_t max_bytes = 16 << 20;
  std::size_t max_bones = 65'536;
};

// Errors name the entry and the member: text that is not JSON or gives a member twice (with the
// line), a member that is missing or of the wrong kind; limit_exceeded where a limit is passed.
Result<std::vector<BoneSegment>> parseBoneSegments(std::string_view text,
                                                   const SkeletonJsonLimits& limits = {});

// The skeleton of these segments. Errors: those of parseBoneSegments and skeletonFromSegments.
Result<Skeleton> parseSkeletonJson(std::string_view text, const SkeletonJsonLimits& limits = {});

// One bone to a line; numbers read back as they were.
std::string writeBoneSegments(std::span<const BoneSegment> segments);

// The segments of a skeleton at rest, rounded to 2^-40 of the largest coordinate so that what is
// read back writes the same bytes again. Frames that are not those of the segments (from glTF or
// BVH) cannot be told in this format.
std::string writeSkeletonJson(const Skeleton& skeleton);

}  // namespace vide
