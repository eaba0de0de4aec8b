// SPDX-License-Identifier: MIT
#include "vide/author/picture_skeleton.hpp"

#include <algorithm>
#include <vector>

#include "vide/core/box.hpp"
#include "vide/skeleton/segments.hpp"

namespace vide {
namespace {

bool liesInPlane(const Skeleton& skeleton) {
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Vec3 axis = skeleton.rest()[i].linear.z;
    if (skeleton.head(i).z != 0 || skeleton.tail(i).z != 0 || axis.x != 0 || axis.y != 0) {
      return false;
    }
  }
  return true;
}

// What the skeleton looks like from the front.
std::vector<BoneSegment> projectedSegments(const Skeleton& skeleton) {
  constexpr double no_length = 1e-6;  // of the skeleton's height and width
  std::vector<BoneSegment> segments = segmentsOf(skeleton);
  Box2 extent;
  for (BoneSegment& segment : segments) {
    segment.head.z = segment.tail.z = 0;
    extent.include(xy(segment.head));
    extent.include(xy(segment.tail));
  }
  const double least = no_length * length(extent.size());
  for (BoneSegment& segment : segments) {
    if (distance(segment.head, segment.tail) <= least) {
      segment.tail = segment.head;
      segment.deform = false;
    }
  }
  return segments;
}

}  // namespace

Result<Skeleton> projectedSkeleton(Skeleton skeleton) {
  if (liesInPlane(skeleton)) return skeleton;
  return skeletonFromSegments(projectedSegments(skeleton));
}

}  // namespace vide
