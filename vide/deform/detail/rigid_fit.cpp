// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rigid_fit.hpp"

#include <cstddef>

namespace vide::detail {

RigidMotion bestRigidMotion(std::span<const Vec2> from, std::span<const Vec2> to,
                            std::span<const std::uint8_t> active) {
  Vec2 from_mean, to_mean;
  int count = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!active[i]) continue;
    from_mean += from[i];
    to_mean += to[i];
    ++count;
  }
  if (count == 0) return {};
  from_mean = from_mean / count;
  to_mean = to_mean / count;
  Vec2 turn;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (active[i]) turn += times(conjugate(from[i] - from_mean), to[i] - to_mean);
  }
  const Vec2 rotation = rotationTowards(turn);
  return {rotation, to_mean - times(rotation, from_mean)};
}

}  // namespace vide::detail
