// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "vide/core/vec.hpp"

namespace vide::detail {

// Vectors of the plane as complex numbers.
constexpr Vec2 times(Vec2 a, Vec2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
constexpr Vec2 conjugate(Vec2 a) { return {a.x, -a.y}; }

// The unit vector along `a`, as a rotation: multiplying with it turns the x axis towards `a`. The
// identity where `a` has no length.
inline Vec2 rotationTowards(Vec2 a) {
  const double size = length(a);
  return size > 0 ? a / size : Vec2{1, 0};
}

// x -> rotation * x + translation, the rotation a unit complex number.
struct RigidMotion {
  Vec2 rotation{1, 0};
  Vec2 translation;

  friend constexpr Vec2 operator*(const RigidMotion& motion, Vec2 p) {
    return times(motion.rotation, p) + motion.translation;
  }
};

// The motion that takes the active points of `from` to those of `to` with the least sum of squared
// distances. One point alone is translated; none gives the identity.
RigidMotion bestRigidMotion(std::span<const Vec2> from, std::span<const Vec2> to,
                            std::span<const std::uint8_t> active);

}  // namespace vide::detail
