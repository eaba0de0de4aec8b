// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/body_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/math.hpp"

namespace vide::detail {
namespace {

constexpr double melting_radius = 0.3;  // over which melting falls by e, of a flesh's own radius
constexpr double fade_radius = 1.5;   // from the middle bone, where others stop to melt; of its own
constexpr double share_radius = 0.4;  // over which shares fall by e, of the bone's own
constexpr double negligible = 30;     // exp(-30)

constexpr double infinity = std::numeric_limits<double>::infinity();

double along(const Capsule& capsule, Vec3 p) {
  const Vec3 way = capsule.to - capsule.from;
  const double squared = squaredLength(way);
  return squared > 0 ? std::clamp(dot(p - capsule.from, way) / squared, 0.0, 1.0) : 0;
}

double melting(const Flesh& flesh) { return melting_radius * flesh.radius; }

// 1 at the flesh's surface and inside, 0 from its reach on, smooth between.
double fade(double away, double reach) {
  const double t = std::clamp(away / reach, 0.0, 1.0);
  return 1 - t * t * (3 - 2 * t);
}

}  // namespace

double Capsule::distance(Vec3 p) const {
  const double t = along(*this, p);
  return vide::distance(p, from + (to - from) * t) - (from_radius + (to_radius - from_radius) * t);
}

double Capsule::leastDistance(Vec3 p) const {
  const Vec3 nearest = from + (to - from) * along(*this, p);
  return vide::distance(p, nearest) - std::max(from_radius, to_radius);
}

double Flesh::distance(Vec3 p) const {
  double least = infinity;
  for (const Capsule& capsule : capsules) least = std::min(least, capsule.distance(p));
  return least;
}

double Flesh::leastDistance(Vec3 p) const {
  double least = infinity;
  for (const Capsule& capsule : capsules) least = std::min(least, capsule.leastDistance(p));
  return least;
}

double BodyField::reach(std::size_t flesh) const { return fade_radius * fleshes_[flesh].radius; }

LocalField BodyField::inBall(std::span<const int> fleshes, Vec3 middle, double radius) const {
  LocalField local;
  local.field_ = this;
  for (const int f : fleshes) {
    const Flesh& flesh = fleshes_[std::size_t(f)];
    if (flesh.leastDistance(middle) > radius + reach(std::size_t(f))) continue;
    LocalField::Around around{f, {f}};
    for (const int other : std::span(flesh.neighbours).subspan(1)) {
      const Flesh& next = fleshes_[std::size_t(other)];
      const double least = next.leastDistance(middle) - radius;
      if (least > negligible * melting(next)) continue;
      around.neighbours.push_back(other);
    }
    local.around_.push_back(std::move(around));
  }
  return local;
}

// The melted distance m of distances d with meltings k: sum exp(-d / k) = 1 at the skin. The
// nearest counts in full, what the others add fades away from the flesh in the middle, so that the
// field goes over into that of the next bone without a step.
double LocalField::valueOf(const Around& around, Vec3 p) const {
  const auto fleshes = field_->fleshes();
  const Flesh& middle = fleshes[std::size_t(around.flesh)];
  const double own = middle.distance(p);
  if (around.neighbours.size() == 1) return own;
  // Of exp(least - d / k), and of that times k.
  double least = own / melting(middle), sum = 1, k_sum = melting(middle);
  for (const int n : std::span(around.neighbours).subspan(1)) {
    const double k = melting(fleshes[std::size_t(n)]);
    const double ratio = fleshes[std::size_t(n)].distance(p) / k;
    const double share = math::exp(-std::abs(ratio - least));
    const bool nearer = ratio < least;
    sum = nearer ? sum * share + 1 : sum + share;
    k_sum = nearer ? k_sum * share + k : k_sum + k * share;
    least = std::min(least, ratio);
  }
  const double others = fade(own, field_->reach(std::size_t(around.flesh))) * (sum - 1);
  return k_sum / sum * (least - math::log(1 + others));
}

double LocalField::at(Vec3 p) const {
  double least = infinity;
  for (const Around& around : around_) least = std::min(least, valueOf(around, p));
  return least;
}

void LocalField::sharesAt(Vec3 p, std::vector<Influence>& shares) const {
  shares.clear();
  const auto fleshes = field_->fleshes();
  const Around* nearest = nullptr;
  double least = infinity;
  for (const Around& around : around_) {
    const double away = fleshes[std::size_t(around.flesh)].distance(p);
    if (away >= least) continue;
    least = away;
    nearest = &around;
  }
  if (!nearest) return;
  double sum = 0;
  for (const int n : nearest->neighbours) {
    const Flesh& flesh = fleshes[std::size_t(n)];
    const double fall =
        share_radius * std::min(flesh.radius, fleshes[std::size_t(nearest->flesh)].radius);
    const double share = math::exp((least - flesh.distance(p)) / fall);
    if (share == 0) continue;
    shares.push_back({flesh.bone, share});
    sum += share;
  }
  for (Influence& share : shares) share.weight /= sum;
}

}  // namespace vide::detail
