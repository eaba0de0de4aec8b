// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "vide/core/math.hpp"
#include "vide/core/transform.hpp"

// A bone's transform in the plane by the parts that tools for drawn characters speak of.
namespace vide::detail {

// As a matrix: translate * [rotation(angle) (scale_x, 0), rotation(angle + skew) (0, scale_y)].
struct PlaneParts {
  double x = 0;
  double y = 0;
  double angle = 0;  // radians, counter-clockwise
  double skew = 0;   // how much further the y axis is turned than the x axis
  double scale_x = 1;
  double scale_y = 1;

  friend bool operator==(const PlaneParts&, const PlaneParts&) = default;
};

inline Affine3 toAffine(const PlaneParts& parts) {
  const auto x = math::sinCos(parts.angle), y = math::sinCos(parts.angle + parts.skew);
  return {{{x.cos * parts.scale_x, x.sin * parts.scale_x, 0},
           {-y.sin * parts.scale_y, y.cos * parts.scale_y, 0},
           {0, 0, 1}},
          {parts.x, parts.y, 0}};
}

// The same matrix where the skew is not a quarter turn.
inline Transform toTransform(const PlaneParts& parts) {
  const auto skew = math::sinCos(parts.skew);
  return {.translation = {parts.x, parts.y, 0},
          .rotation = rotationInPlane(parts.angle),
          .scale = {parts.scale_x, skew.cos * parts.scale_y, 1},
          .shear = {parts.skew == 0 ? 0 : -skew.sin / skew.cos, 0, 0}};
}

// The angle equal to `angle`, but for whole turns, that is nearest to `to`.
inline double nearestTurn(double angle, double to) {
  const double turn = 2 * math::pi;
  return angle + turn * std::round((to - angle) / turn);
}

// The parts of a matrix in the plane; the angle is within half a turn.
inline PlaneParts partsOf(const Affine3& matrix) {
  const Vec3 x = matrix.linear.x, y = matrix.linear.y;
  const double angle = math::atan2(x.y, x.x);
  return {matrix.translation.x,
          matrix.translation.y,
          angle,
          nearestTurn(math::atan2(-y.x, y.y) - angle, 0),
          std::sqrt(x.x * x.x + x.y * x.y),
          std::sqrt(y.x * y.x + y.y * y.y)};
}

// The same turned or mirrored thing in a space whose y axis points the other way. Its own inverse.
inline PlaneParts flipped(PlaneParts parts) {
  parts.y = -parts.y;
  parts.angle = -parts.angle;
  parts.skew = -parts.skew;
  return parts;
}

}  // namespace vide::detail
