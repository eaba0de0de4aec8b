// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/limb_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

constexpr double near_path = 3;  // bones this near along the skeleton may touch, of both radii
// What should stay free between others: of both radii, and of the way between them.
constexpr double radii_air = 0.2, path_air = 0.04;
constexpr double most_samples = 12, of_all_bones = 50'000;  // of one bone

double lerp(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

LimbContacts::LimbContacts(const Skeleton& skeleton, std::span<const Flesh> fleshes,
                           double least_air)
    : skeleton_(skeleton),
      depth_(skeleton.size(), 0.0),
      level_(skeleton.size(), 0),
      least_air_(least_air) {
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (skeleton[b].parent < 0) continue;
    const auto parent = std::size_t(skeleton[b].parent);
    level_[b] = level_[parent] + 1;
    depth_[b] = depth_[parent] + distance(skeleton.head(b), skeleton.head(parent));
    deepest_ = std::max(deepest_, depth_[b] + distance(skeleton.head(b), skeleton.tail(b)));
  }
  for (const Flesh& flesh : fleshes) {
    for (const Capsule& capsule : flesh.capsules) addSamples(flesh, capsule);
    length_ += distance(flesh.capsules.front().from, flesh.capsules.front().to);
  }
}

void LimbContacts::addSamples(const Flesh& flesh, const Capsule& capsule) {
  const double size = distance(capsule.from, capsule.to);
  const double most = std::clamp(of_all_bones / double(skeleton_.size()), 1.0, most_samples);
  const double thicknesses = flesh.radius > 0 ? size / flesh.radius : 1;
  const int count = int(std::ceil(std::clamp(thicknesses, 1.0, most)));
  for (int i = 0; i < count; ++i) {
    const double t = (i + 0.5) / count;
    samples_.push_back({flesh.bone, capsule.from + (capsule.to - capsule.from) * t,
                        lerp(capsule.from_radius, capsule.to_radius, t), size * t, size / count});
    widest_ = std::max(widest_, samples_.back().radius);
  }
}

// Along the bones between two samples; twice `most` where nothing joins them.
double LimbContacts::pathBetween(const Sample& a, const Sample& b, double most) const {
  int i = a.bone, j = b.bone, below_i = -1, below_j = -1;
  const auto climb = [&](int& bone, int& below) {
    below = bone;
    bone = skeleton_[std::size_t(bone)].parent;
  };
  while (i != j) {
    const int deeper = level_[std::size_t(i)] - level_[std::size_t(j)];
    if (deeper >= 0) climb(i, below_i);
    if (deeper <= 0) climb(j, below_j);
  }
  if (i < 0) return 2 * most;  // on roots of their own
  // From a sample to where its branch leaves the bone that both hang on.
  const auto leg = [&](const Sample& from, int below) {
    const double up = depth_[std::size_t(from.bone)] - depth_[std::size_t(below)];
    return from.along + up;
  };
  const auto start = [&](const Sample& from, int below) {
    return below < 0 ? from.place : skeleton_.head(std::size_t(below));
  };
  const double between = distance(start(a, below_i), start(b, below_j));
  return between + (below_i < 0 ? 0 : leg(a, below_i)) + (below_j < 0 ? 0 : leg(b, below_j));
}

std::vector<Vec3> LimbContacts::placesIn(std::span<const Transform> pose) const {
  std::vector<Affine3> moved(skeleton_.size());
  modelTransforms(skeleton_, pose, moved);
  skinningTransforms(skeleton_, moved, moved);
  std::vector<Vec3> places;
  for (const Sample& sample : samples_) {
    places.push_back(moved[std::size_t(sample.bone)] * sample.place);
  }
  return places;
}

LimbContacts::Found LimbContacts::in(std::span<const Transform> pose) const {
  if (length_ == 0) return {.bones = std::vector<double>(skeleton_.size())};  // balls alone
  const std::vector<Vec3> places = placesIn(pose);
  // Swept along x, so that only samples near one another there are compared.
  std::vector<std::size_t> order(samples_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i].x; });
  Found found;
  found.bones.assign(skeleton_.size(), 0.0);
  double worst = 0;
  const double most_air = std::max({2 * radii_air * widest_, path_air * 2 * deepest_, least_air_});
  for (std::size_t m = 0; m < order.size(); ++m) {
    const Sample& a = samples_[order[m]];
    for (std::size_t n = m + 1; n < order.size(); ++n) {
      const Sample& b = samples_[order[n]];
      const Vec3 apart = places[order[n]] - places[order[m]];
      if (apart.x > a.radius + widest_ + most_air) break;
      const double both = a.radius + b.radius, gap = length(apart) - both;
      if (gap > most_air || a.bone == b.bone) continue;
      const double path = pathBetween(a, b, near_path * both);
      const double air = std::max({radii_air * both, path_air * path, least_air_});
      if (gap >= air || path <= near_path * both) continue;
      // How far what is joined here can be torn, times how much of it there is.
      const double torn = (path - near_path * both) / length_;
      const double depth =
          std::min(1 - gap / air, 2.0) * torn * std::sqrt(a.weight * b.weight) / length_;
      found.depth += depth;
      for (const int bone : {a.bone, b.bone}) found.bones[std::size_t(bone)] += depth;
      if (depth <= worst) continue;
      worst = depth;
      found.first = std::min(a.bone, b.bone);
      found.second = std::max(a.bone, b.bone);
    }
  }
  return found;
}

}  // namespace vide::detail
