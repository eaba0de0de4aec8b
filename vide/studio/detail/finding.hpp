// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/studio/detail/session.hpp"

// What lies at a place of the shown pose.
namespace vide::detail {

struct BoneHit {
  enum class Part { head, tail, bone } part = Part::bone;
  BoneId bone = 0;
  double distance = 0;
};
// Joints within the radius, nearest first, then bones whose segment is.
std::vector<BoneHit> bonesAt(const Skeleton& skeleton, std::span<const Affine3> model, Vec2 at,
                             double radius);

struct VertexHit {
  LayerId layer = 0;
  std::size_t vertex = 0;
  double distance = 0;
};
// Of the layers that are seen, nearest first; of equally near ones the one in front.
std::vector<VertexHit> verticesAt(Session& session, Vec2 at, double radius);

// Layers that cover the place, within their masks, the one in front first. Where pixels were
// brought they count, else the whole mesh does.
std::vector<LayerId> layersAt(Session& session, Vec2 at);

}  // namespace vide::detail
