// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/angle_keys.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "vide/core/transform.hpp"

namespace vide::detail {
namespace {

constexpr double most_keys = 100'000;  // of a track
constexpr double right_angle = std::numbers::pi / 2;
constexpr double spline_error = 1e-5;  // of a quaternion's parts
constexpr int eased_pieces = 64;       // of an easing, for each right angle

// The cubic a + b t + c t^2 + d t^3 that a spline follows, t in 0..1.
struct Cubic {
  double a, b, c, d;

  double at(double t) const { return a + t * (b + t * (c + t * d)); }
  double slopeAt(double t) const { return b + t * (2 * c + t * 3 * d); }
};

Cubic cubicOf(const Key<double>& from, const Key<double>& to) {
  const double span = to.time - from.time, turn = to.value - from.value;
  const double out = span * from.out_tangent, in = span * to.in_tangent;
  return {from.value, out, 3 * turn - 2 * out - in, out + in - 2 * turn};
}

double bezier(double a, double b, double s) {
  const double r = 1 - s;
  return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s;
}

double largest(double a, double b) { return std::max(std::abs(a), std::abs(b)); }

// How many quaternion splines follow it: each is off by no more than h^4 / 384 of the fourth
// derivative, here of e^(i u), u being half the angle.
double piecesOf(const Cubic& cubic) {
  const double peak = cubic.d != 0 ? std::clamp(-cubic.c / (3 * cubic.d), 0.0, 1.0) : 0.0;
  const double first =
      std::max(largest(cubic.slopeAt(0), cubic.slopeAt(1)), std::abs(cubic.slopeAt(peak))) / 2;
  const double second = largest(2 * cubic.c, 2 * cubic.c + 6 * cubic.d) / 2;
  const double third = std::abs(6 * cubic.d) / 2;
  const double fourth = first * first * first * first + 6 * first * first * second +
                        3 * second * second + 4 * first * third;
  return std::sqrt(std::sqrt(fourth / (384 * spline_error)));
}

// The change of rotationInPlane(angle) per second.
Quat changeOf(double angle, double rate) {
  const Quat q = rotationInPlane(angle);
  return {0, 0, q.w * rate / 2, -q.z * rate / 2};
}

class AngleTeller {
 public:
  explicit AngleTeller(const Track<double>& angle)
      : angle_(angle), most_pieces_(std::max(1.0, most_keys / double(angle.size()))) {}

  Track<Quat> tell() && {
    for (std::size_t i = 0; i < angle_.size(); ++i) {
      const Key<double>& key = angle_[i];
      add(key.time, key.value, key.interpolation);
      told_.back().easing = key.easing;
      if (i + 1 < angle_.size()) goTo(angle_[i + 1], key);
    }
    return std::move(told_);
  }

 private:
  void add(double time, double angle, Interpolation interpolation) {
    told_.push_back({.time = time,
                     .value = rotationInPlane(angle),
                     .interpolation = interpolation,
                     .in_tangent = std::exchange(arriving_, no_tangent<Quat>)});
  }

  void goTo(const Key<double>& to, const Key<double>& from) {
    const double turns = std::abs(to.value - from.value) / right_angle;
    if (from.interpolation == Interpolation::linear) goStraight(to, from, piecesFor(turns));
    if (from.interpolation == Interpolation::cubic) goAlong(cubicOf(from, to), to.time, from.time);
    if (from.interpolation == Interpolation::bezier && turns > 1) goEased(to, from, turns);
  }

  int piecesFor(double wanted) const {
    return int(std::ceil(std::clamp(wanted, 1.0, most_pieces_)));
  }

  void goStraight(const Key<double>& to, const Key<double>& from, int pieces) {
    for (int k = 1; k < pieces; ++k) {
      const double t = double(k) / pieces;
      addBetween(std::lerp(from.time, to.time, t), std::lerp(from.value, to.value, t), to.time);
    }
  }

  // At even steps along the curve, not in time, so that keys are close where it is steep.
  void goEased(const Key<double>& to, const Key<double>& from, double turns) {
    const Easing& easing = from.easing;
    const int pieces = piecesFor(eased_pieces * turns * std::max(1.0, highest(easing)));
    told_.back().interpolation = Interpolation::linear;
    for (int k = 1; k < pieces; ++k) {
      const double s = double(k) / pieces;
      const double time = std::lerp(from.time, to.time, bezier(easing.first.x, easing.second.x, s));
      const double way = bezier(easing.first.y, easing.second.y, s);
      addBetween(time, from.value + (to.value - from.value) * way, to.time);
    }
  }

  static double highest(const Easing& easing) { return largest(easing.first.y, easing.second.y); }

  // Times have to increase, which they do not where an easing jumps.
  void addBetween(double time, double angle, double end) {
    if (time > told_.back().time && time < end) add(time, angle, Interpolation::linear);
  }

  void goAlong(const Cubic& cubic, double end, double start) {
    const double span = end - start;
    const int pieces = piecesFor(piecesOf(cubic));
    for (int k = 0; k <= pieces; ++k) {
      const double t = double(k) / pieces, time = start + t * span;
      const Quat change = changeOf(cubic.at(t), cubic.slopeAt(t) / span);
      if (k == pieces) {
        arriving_ = change;
      } else if (k == 0) {
        told_.back().out_tangent = change;
      } else if (time > told_.back().time && time < end) {
        arriving_ = change;
        add(time, cubic.at(t), Interpolation::cubic);
        told_.back().out_tangent = change;
      }
    }
  }

  const Track<double>& angle_;
  double most_pieces_;
  Quat arriving_ = no_tangent<Quat>;  // of the next key
  Track<Quat> told_;
};

}  // namespace

Track<Quat> rotationsOf(const Track<double>& angle) { return AngleTeller(angle).tell(); }

}  // namespace vide::detail
