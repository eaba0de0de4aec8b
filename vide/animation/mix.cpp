// SPDX-License-Identifier: MIT
#include "vide/animation/mix.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vide/core/float4.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("mixing: ", pieces...));
}

struct Quaternions4 {
  Float4 x, y, z, w;
};

Quaternions4 load(const float (&rows)[4][4]) {
  return {loadFloat4(rows[0]), loadFloat4(rows[1]), loadFloat4(rows[2]), loadFloat4(rows[3])};
}

void storeUnit(float (&rows)[4][4], const Quaternions4& q) {
  const Float4 squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
  Int4 bits;
  std::memcpy(&bits, &squared, sizeof bits);
  const Float4 scale = inverseRoot(squared, bits);
  storeFloat4(rows[0], q.x * scale);
  storeFloat4(rows[1], q.y * scale);
  storeFloat4(rows[2], q.z * scale);
  storeFloat4(rows[3], q.w * scale);
}

// a + (b - a) t, with b on a's side of the sphere.
Quaternions4 between(const Quaternions4& a, Quaternions4 b, Float4 t) {
  const Float4 cosine = (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
  const Float4 side = cosine < 0.0f ? Float4{} - 1.0f : Float4{} + 1.0f;
  const Float4 share = side * t, rest = 1.0f - t;
  return {a.x * rest + b.x * share, a.y * rest + b.y * share, a.z * rest + b.z * share,
          a.w * rest + b.w * share};
}

Quaternions4 product(const Quaternions4& a, const Quaternions4& b) {
  return {(a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
          (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
          (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x),
          (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z)};
}

void goOver(float (&rows)[3][4], const float (&other)[3][4], Float4 t) {
  for (int d = 0; d < 3; ++d) {
    const Float4 a = loadFloat4(rows[d]), b = loadFloat4(other[d]);
    storeFloat4(rows[d], a + (b - a) * t);
  }
}

void add(float (&rows)[3][4], const float (&other)[3][4], Float4 t) {
  for (int d = 0; d < 3; ++d) {
    storeFloat4(rows[d], loadFloat4(rows[d]) + loadFloat4(other[d]) * t);
  }
}

void multiply(float (&rows)[3][4], const float (&other)[3][4], Float4 t) {
  for (int d = 0; d < 3; ++d) {
    const Float4 factor = 1.0f + (loadFloat4(other[d]) - 1.0f) * t;
    storeFloat4(rows[d], loadFloat4(rows[d]) * factor);
  }
}

void goOver(PoseGroup& pose, const PoseGroup& other, Float4 t) {
  goOver(pose.translation, other.translation, t);
  storeUnit(pose.rotation, between(load(pose.rotation), load(other.rotation), t));
  goOver(pose.scale, other.scale, t);
  goOver(pose.shear, other.shear, t);
}

void add(PoseGroup& pose, const PoseGroup& other, Float4 t) {
  const Quaternions4 rest{Float4{}, Float4{}, Float4{}, Float4{} + 1.0f};
  add(pose.translation, other.translation, t);
  // Made a unit first, so that the weight means the same whatever the angle.
  float turn[4][4];
  storeUnit(turn, between(rest, load(other.rotation), t));
  storeUnit(pose.rotation, product(load(pose.rotation), load(turn)));
  multiply(pose.scale, other.scale, t);
  add(pose.shear, other.shear, t);
}

}  // namespace

BoneMask maskOfBranches(const Skeleton& skeleton, std::span<const BoneId> roots) {
  BoneMask mask(4 * poseGroups(skeleton.size()), 0);
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const int parent = skeleton[i].parent;
    const bool is_carried = parent >= 0 && mask[std::size_t(parent)] > 0;
    if (is_carried || std::ranges::count(roots, skeleton[i].id)) mask[i] = 1;
  }
  return mask;
}

bool isMask(std::span<const float> mask) {
  return std::ranges::all_of(mask, [](float share) { return share >= 0 && share <= 1; });
}

Result<void> MixJob::validate() const {
  if (pose.size() != other.size()) {
    return wrong(other.size(), " groups for a pose of ", pose.size());
  }
  if (!mask.empty() && mask.size() != 4 * pose.size()) {
    return wrong("a mask of ", mask.size(), " for ", pose.size(), " groups of four bones");
  }
  if (!isMask(mask)) return wrong("a share of the mask is not in 0..1");
  const bool is_share = weight >= 0 && weight <= 1;
  if (!std::isfinite(weight) || (mode == MixMode::override && !is_share)) {
    return wrong("the weight is ", weight);
  }
  return {};
}

void MixJob::run() const noexcept {
  for (std::size_t g = 0; g < pose.size(); ++g) {
    const Float4 all = Float4{} + weight;
    const Float4 t = mask.empty() ? all : all * loadFloat4(mask.data() + 4 * g);
    if (mode == MixMode::override) {
      goOver(pose[g], other[g], t);
    } else {
      add(pose[g], other[g], t);
    }
  }
}

}  // namespace vide
