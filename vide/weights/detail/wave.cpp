// SPDX-License-Identifier: MIT
#include "vide/weights/detail/wave.hpp"

#include <utility>

namespace vide::detail {
namespace {

// Roots of a x^2 + b x + c, shifted back by `near`.
Crossings solve(double a, double b, double c, double near) {
  if (a == 0) {
    if (b == 0) return {};
    return {{near - c / b, 0}, 1};
  }
  const double discriminant = b * b - 4 * a * c;
  if (!(discriminant >= 0)) return {};
  // The sum without cancellation gives one root, the product of both the other.
  const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  double first = near + q / a, second = q != 0 ? near + c / q : first;
  if (second < first) std::swap(first, second);
  return {{first, second}, 2};
}

// A wave along the line, with abscissas relative to `near`.
struct Profile {
  double slope, offset;    // of a flat wave
  double centre, height2;  // of a round one: offset + sqrt((x - centre)^2 + height2)
};

Profile profileOf(const Wave& wave, double y, double near) {
  const double height = y - wave.source().y, centre = wave.source().x - near;
  if (wave.flat()) return {wave.normal.x, height * wave.normal.y - centre * wave.normal.x, 0, 0};
  return {0, wave.base, centre, height * height};
}

Crossings roundWithFlat(const Profile& round, const Profile& flat, double near) {
  const double k = flat.offset - round.offset;
  return solve(flat.slope * flat.slope - 1, 2 * (flat.slope * k + round.centre),
               k * k - round.centre * round.centre - round.height2, near);
}

Crossings roundWithRound(const Profile& a, const Profile& b, double near) {
  const double delta = b.offset - a.offset;
  const double m = 2 * (b.centre - a.centre);
  const double k = (a.centre * a.centre + a.height2) - (b.centre * b.centre + b.height2);
  if (delta == 0) return solve(0, m, k, near);
  const double d2 = 4 * delta * delta, r = k - delta * delta;
  return solve(m * m - d2, 2 * m * r + 2 * d2 * b.centre,
               r * r - d2 * (b.centre * b.centre + b.height2), near);
}

}  // namespace

double crossingOf(const Wave& wave, double from_y, Vec2 target) {
  const double beyond = target.y - from_y;
  if (wave.flat()) return target.x - wave.normal.x / wave.normal.y * beyond;
  const double before = from_y - wave.origin.y, total = before + beyond;
  if (total == 0) return target.x;
  return wave.origin.x + (target.x - wave.origin.x) * (before / total);
}

Crossings crossings(const Wave& a, const Wave& b, double y, double near) {
  const Profile first = profileOf(a, y, near), second = profileOf(b, y, near);
  if (a.flat() && b.flat()) {
    return solve(0, first.slope - second.slope, first.offset - second.offset, near);
  }
  if (a.flat()) return roundWithFlat(second, first, near);
  if (b.flat()) return roundWithFlat(first, second, near);
  return roundWithRound(first, second, near);
}

}  // namespace vide::detail
