// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/transform.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide::detail {

// Where the flesh of bones touches that are far apart along the skeleton: an arm at a hip, a leg
// along the other. Parents and children touch by nature, as do fingers at the palm, and do not
// count. Refers to the skeleton.
class LimbContacts {
 public:
  // `least_air` is what must stay free between them at least.
  LimbContacts(const Skeleton& skeleton, std::span<const Flesh> fleshes, double least_air);

  struct Found {
    double depth = 0;           // how much: the flesh's overlap in thicknesses, summed along bones,
                                // as a share of all bones' length
    std::vector<double> bones;  // the same by bone
    int first = -1, second = -1;  // the bones that overlap most, or -1
  };
  Found in(std::span<const Transform> pose) const;

  // About how many steps of work each look takes.
  std::size_t samples() const { return samples_.size(); }

 private:
  struct Sample {
    int bone;
    Vec3 place;  // at rest
    double radius, along, weight;
  };
  void addSamples(const Flesh& flesh, const Capsule& capsule);
  std::vector<Vec3> placesIn(std::span<const Transform> pose) const;
  double pathBetween(const Sample& a, const Sample& b, double most) const;

  const Skeleton& skeleton_;
  std::vector<Sample> samples_;
  std::vector<double> depth_;  // by bone: the length of the way from its root to its joint
  std::vector<int> level_;     // by bone: how many bones are above it
  double length_ = 0, widest_ = 0, deepest_ = 0, least_air_;
};

}  // namespace vide::detail
