// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "vide/core/progress.hpp"
#include "vide/core/transform.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/detail/bone_forks.hpp"
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
    double worst = 0;             // how much those do
    std::size_t work = 0;         // steps the look took: at most some 160 million
  };
  // What was found so far where it is cancelled.
  Found in(std::span<const Transform> pose, const Progress& progress = {}) const;

 private:
  struct Sample {
    int bone;
    Vec3 place;  // at rest
    double radius, along, weight;
  };
  using Axis = double Vec3::*;

  void addSamples(const Flesh& flesh, const Capsule& capsule, double most, double weight);
  std::vector<Vec3> placesIn(std::span<const Transform> pose) const;
  std::vector<std::size_t> sweptOrder(std::span<const Vec3> places, Axis axis) const;
  void compare(const Sample& a, const Sample& b, double apart, Found& found) const;
  double pathBetween(const Sample& a, const Sample& b, double most) const;

  const Skeleton& skeleton_;
  std::vector<Sample> samples_;
  std::vector<double> depth_;  // by bone: the length of the way from its root to its joint
  BoneForks forks_;
  double length_ = 0, widest_ = 0, deepest_ = 0, least_air_;
};

}  // namespace vide::detail
