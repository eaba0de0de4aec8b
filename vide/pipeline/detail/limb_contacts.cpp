// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/limb_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "vide/core/box.hpp"
#include "vide/skeleton/pose.hpp"

namespace vide::detail {
namespace {

constexpr double near_path = 3;  // bones this near along the skeleton may touch, of both radii
// What should stay free between others: of both radii, and of the way between them.
constexpr double radii_air = 0.2, path_air = 0.04;
constexpr std::size_t most_samples = 12, of_all = 6'000;  // of one capsule, of all of them
constexpr std::size_t between_checks = 256;               // samples
constexpr std::size_t compare_work = 8;                   // as many passed over would take

// Of what the places span.
double Vec3::*longestAxis(std::span<const Vec3> places) {
  Box3 box;
  for (const Vec3 place : places) box.include(place);
  const Vec3 size = box.size();
  if (size.x >= size.y && size.x >= size.z) return &Vec3::x;
  return size.y >= size.z ? &Vec3::y : &Vec3::z;
}

double lerp(double a, double b, double t) { return a + (b - a) * t; }

}  // namespace

LimbContacts::LimbContacts(const Skeleton& skeleton, std::span<const Flesh> fleshes,
                           double least_air)
    : skeleton_(skeleton), depth_(skeleton.size(), 0.0), forks_(skeleton), least_air_(least_air) {
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (skeleton[b].parent < 0) continue;
    const auto parent = std::size_t(skeleton[b].parent);
    depth_[b] = depth_[parent] + distance(skeleton.head(b), skeleton.head(parent));
    deepest_ = std::max(deepest_, depth_[b] + distance(skeleton.head(b), skeleton.tail(b)));
  }
  std::size_t capsules = 0, seen = 0;
  for (const Flesh& flesh : fleshes) capsules += flesh.capsules.size();
  const std::size_t most =
      std::clamp<std::size_t>(of_all / std::max<std::size_t>(capsules, 1), 1, most_samples);
  const std::size_t stride = (capsules + of_all - 1) / of_all;  // of many one stands for several
  for (const Flesh& flesh : fleshes) {
    for (const Capsule& capsule : flesh.capsules) {
      if (seen++ % stride == 0) addSamples(flesh, capsule, double(most), double(stride));
    }
    length_ += distance(flesh.capsules.front().from, flesh.capsules.front().to);
  }
}

void LimbContacts::addSamples(const Flesh& flesh, const Capsule& capsule, double most,
                              double weight) {
  const double size = distance(capsule.from, capsule.to);
  const double thicknesses = flesh.radius > 0 ? size / flesh.radius : 1;
  const int count = int(std::ceil(std::clamp(thicknesses, 1.0, most)));
  for (int i = 0; i < count; ++i) {
    const double t = (i + 0.5) / count;
    samples_.push_back({flesh.bone, capsule.from + (capsule.to - capsule.from) * t,
                        lerp(capsule.from_radius, capsule.to_radius, t), size * t,
                        weight * size / count});
    widest_ = std::max(widest_, samples_.back().radius);
  }
}

// Along the bones between two samples; twice `most` where nothing joins them.
double LimbContacts::pathBetween(const Sample& a, const Sample& b, double most) const {
  const auto fork = forks_.between(a.bone, b.bone);
  if (!fork) return 2 * most;  // on roots of their own
  const auto [below_i, below_j] = *fork;
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

std::vector<std::size_t> LimbContacts::sweptOrder(std::span<const Vec3> places, Axis axis) const {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i].*axis; });
  return order;
}

void LimbContacts::compare(const Sample& a, const Sample& b, double apart, Found& found) const {
  const double both = a.radius + b.radius, gap = apart - both;
  const double path = pathBetween(a, b, near_path * both);
  const double air = std::max({radii_air * both, path_air * path, least_air_});
  if (gap >= air || path <= near_path * both) return;
  // How far what is joined here can be torn, times how much of it there is.
  const double torn = (path - near_path * both) / length_;
  const double depth =
      std::min(1 - gap / air, 2.0) * torn * std::sqrt(a.weight * b.weight) / length_;
  found.depth += depth;
  for (const int bone : {a.bone, b.bone}) found.bones[std::size_t(bone)] += depth;
  if (depth <= found.worst) return;
  found.worst = depth;
  found.first = std::min(a.bone, b.bone);
  found.second = std::max(a.bone, b.bone);
}

LimbContacts::Found LimbContacts::in(std::span<const Transform> pose,
                                     const Progress& progress) const {
  Found found;
  found.bones.assign(skeleton_.size(), 0.0);
  if (length_ == 0) return found;  // balls alone
  const std::vector<Vec3> places = placesIn(pose);
  // Swept along what is longest, so that only samples near one another there are compared.
  const Axis axis = longestAxis(places);
  const std::vector<std::size_t> order = sweptOrder(places, axis);
  const double most_air = std::max({2 * radii_air * widest_, path_air * 2 * deepest_, least_air_});
  for (std::size_t m = 0; m < order.size(); ++m) {
    if (m % between_checks == 0 && progress.cancelled()) break;
    const Sample& a = samples_[order[m]];
    const Vec3 place = places[order[m]];
    for (std::size_t n = m + 1; n < order.size(); ++n) {
      const Sample& b = samples_[order[n]];
      const Vec3 apart = places[order[n]] - place;
      if (apart.*axis > a.radius + widest_ + most_air) break;
      ++found.work;
      const double reach = a.radius + b.radius + most_air;
      if (a.bone == b.bone || squaredLength(apart) > reach * reach) continue;
      found.work += compare_work;
      compare(a, b, length(apart), found);
    }
  }
  return found;
}

}  // namespace vide::detail
