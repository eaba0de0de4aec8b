// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/vec.hpp"
#include "vide/mesh/vertex_weights.hpp"

namespace vide::detail {

// A segment with a radius at each end, and in between a mean of both.
struct Capsule {
  Vec3 from, to;
  double from_radius = 0, to_radius = 0;

  // To its surface; negative inside.
  double distance(Vec3 p) const;
  // No more than that, and over any way it changes by no more than the way's length.
  double leastDistance(Vec3 p) const;
};

// The flesh on one bone: a capsule around its segment and others from its joint to the joints of
// children that hang off it. Bones that do not deform have none.
struct Flesh {
  int bone = 0;
  double radius = 0;
  std::vector<Capsule> capsules;
  std::vector<int> neighbours;  // itself, then the fleshes of the bones above and below

  double distance(Vec3 p) const;
  double leastDistance(Vec3 p) const;
};

class BodyField;

// The body inside a ball: of the fleshes and their neighbours only those that matter there.
class LocalField {
 public:
  bool empty() const { return around_.empty(); }
  // Negative inside the body; near its skin about the distance to it.
  double at(Vec3 p) const;
  // Each bone's share at a point of the skin: of the nearest bone and its neighbours, the nearer
  // the more. Handles are the skeleton's bones.
  void sharesAt(Vec3 p, std::vector<Influence>& shares) const;

 private:
  friend class BodyField;
  struct Around {
    int flesh = 0;
    std::vector<int> neighbours;
  };
  double valueOf(const Around& around, Vec3 p) const;

  const BodyField* field_ = nullptr;
  std::vector<Around> around_;
};

// The body of a skeleton as a field. Bones that are neighbours in the skeleton melt into one
// another, as do those that meet at one bone, close to it; others only meet.
class BodyField {
 public:
  explicit BodyField(std::vector<Flesh> fleshes) : fleshes_(std::move(fleshes)) {}

  std::span<const Flesh> fleshes() const { return fleshes_; }
  // Farther than this from a flesh its neighbours do not melt over it.
  double reach(std::size_t flesh) const;
  // The field in a ball, from those fleshes that may reach into it, in ascending order. Refers to
  // this field.
  LocalField inBall(std::span<const int> fleshes, Vec3 middle, double radius) const;

 private:
  std::vector<Flesh> fleshes_;
};

}  // namespace vide::detail
