// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// A segment with a radius at each end, and in between a mean of both.
struct Capsule {
  Vec3 from, to;
  double from_radius = 0, to_radius = 0;

  // To its surface; negative inside.
  double distance(Vec3 p) const;
};

// The flesh on one bone: a capsule around its segment and others from its joint to the joints of
// children that hang off it. Bones that do not deform have none.
struct Flesh {
  int bone = 0;
  double radius = 0;
  std::vector<Capsule> capsules;
  std::vector<int> neighbours;  // the fleshes of the bones above and below, and itself

  double distance(Vec3 p) const;
};

// The body of a skeleton as a field: negative inside. Bones that are neighbours in the skeleton
// melt into one another, others only meet.
class BodyField {
 public:
  // `least_radius` is the smallest that shows; `thickness` scales all.
  BodyField(const Skeleton& skeleton, double thickness, double least_radius);

  std::span<const Flesh> fleshes() const { return fleshes_; }
  // The field around one bone and its neighbours; the body's is the least of all bones'.
  double around(std::size_t flesh, Vec3 p) const;
  // How far the melting of one bone's neighbourhood reaches beyond their surfaces.
  double reach(std::size_t flesh) const;
  // Each bone's share at a point of the skin: of the nearest bone and its neighbours, the nearer
  // the more. Handles are the skeleton's bones.
  void sharesAt(Vec3 p, std::vector<Influence>& shares) const;

 private:
  double melting(std::size_t flesh) const;

  std::vector<Flesh> fleshes_;
};

}  // namespace vide::detail
