// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rigid_start.hpp"

#include <cmath>
#include <cstddef>

#include "vide/deform/detail/rotation_fit.hpp"

namespace vide::detail {

Rotation nearestRotation(const Rotation& S, int dimension) {
  Rotation R{};
  if (dimension == 3) {
    fitRotation(S, R);
    return R;
  }
  const double along = S[0] + S[3], across = S[2] - S[1];
  const double size = std::sqrt(along * along + across * across);
  const double cosine = size > 0 ? along / size : 1, sine = size > 0 ? across / size : 0;
  R[0] = R[3] = cosine;
  R[1] = -sine;
  R[2] = sine;
  return R;
}

Rotation bestRotation(std::span<const double> from, std::span<const double> to, int dimension) {
  Rotation S{};
  for (std::size_t p = 0; p < from.size(); p += std::size_t(dimension)) {
    for (int i = 0; i < dimension; ++i) {
      for (int j = 0; j < dimension; ++j) {
        S[std::size_t(dimension * i + j)] += to[p + i] * from[p + j];
      }
    }
  }
  return nearestRotation(S, dimension);
}

}  // namespace vide::detail
