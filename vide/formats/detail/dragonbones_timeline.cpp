// SPDX-License-Identifier: MIT
#include "vide/formats/detail/dragonbones_timeline.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/math.hpp"
#include "vide/core/vec.hpp"

namespace vide::detail {
namespace {

constexpr int most_shares = 1000;

double bezier(double a, double b, double c, double d, double t) {
  const double s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

// The height at x of a curve of several pieces from (0, 0) to (1, 1): `points` holds the control
// points between the two ends, two within each piece and one where pieces meet.
double heightOf(const std::vector<Vec2>& points, double x) {
  std::size_t piece = 0;
  while (3 * piece + 2 < points.size() && points[3 * piece + 2].x < x) ++piece;
  const Vec2 start = piece == 0 ? Vec2{0, 0} : points[3 * piece - 1];
  const Vec2 first = points[3 * piece], second = points[3 * piece + 1];
  const Vec2 end = 3 * piece + 2 < points.size() ? points[3 * piece + 2] : Vec2{1, 1};
  double low = 0, high = 1;
  for (int i = 0; i < 53; ++i) {
    const double middle = (low + high) / 2;
    (bezier(start.x, first.x, second.x, end.x, middle) < x ? low : high) = middle;
  }
  return bezier(start.y, first.y, second.y, end.y, high);
}

template <class Height>
FrameTween sampled(double frames, Height height) {
  const int count = std::clamp(int(std::ceil(2 * frames)), 8, most_shares);
  FrameTween tween{.interpolation = Interpolation::linear};
  for (int i = 1; i <= count; ++i) tween.shares.push_back(height(double(i) / count));
  return tween;
}

std::vector<Vec2> curvePoints(const Json& curve) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i + 1 < curve.size(); i += 2) {
    const auto x = asNumber(&curve[i]), y = asNumber(&curve[i + 1]);
    points.push_back({std::clamp(x.value_or(0), 0.0, 1.0), std::clamp(y.value_or(0), -1e6, 1e6)});
  }
  // Whole pieces only: 2, 5, 8 .. points.
  while (points.size() % 3 != 2 && !points.empty()) points.pop_back();
  return points;
}

// Part of the way towards a quadratic curve, as DragonBones' numbers between -1 and 1 say it: a
// Bezier curve whose x is the time itself.
Easing quadratic(double easing) {
  return {{1.0 / 3, (1 + easing) / 3}, {2.0 / 3, (2 + easing) / 3}};
}

}  // namespace

FrameTween tweenOf(const Json& frame, double frames) {
  if (frames <= 0) return {};
  if (const Json* curve = member(frame, "curve"); curve && curve->is_array()) {
    const auto points = curvePoints(*curve);
    if (points.size() == 2) return {Interpolation::bezier, {points[0], points[1]}, {}};
    if (points.size() > 2) return sampled(frames, [&](double x) { return heightOf(points, x); });
  }
  const auto easing = numberIn(frame, "tweenEasing");
  if (!easing || *easing == -2) return {};
  if (*easing == 0) return {.interpolation = Interpolation::linear};
  if (*easing <= 1) return {Interpolation::bezier, quadratic(std::max(*easing, -1.0)), {}};
  const double share = std::min(*easing - 1, 1.0);
  return sampled(frames,
                 [&](double t) { return t + share * ((1 - math::cos(t * math::pi)) / 2 - t); });
}

std::vector<double> frameStarts(const Json& frames, double duration) {
  std::vector<double> starts;
  double at = 0;
  for (const Json& frame : frames) {
    if (at > duration) break;
    starts.push_back(at);
    at += std::max(numberIn(frame, "duration").value_or(1), 0.0);
  }
  starts.push_back(duration);
  return starts;
}

}  // namespace vide::detail
