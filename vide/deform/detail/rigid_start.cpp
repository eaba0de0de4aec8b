// SPDX-License-Identifier: MIT
#include "vide/deform/detail/rigid_start.hpp"

#include <algorithm>
#include <cstddef>

#include "vide/deform/detail/rotation_fit.hpp"

namespace vide::detail {

Rotation bestRotation(std::span<const double> from, std::span<const double> to, int dimension) {
  Rotation S{}, R{};
  for (std::size_t p = 0; p < from.size(); p += std::size_t(dimension)) {
    for (int i = 0; i < dimension; ++i) {
      for (int j = 0; j < dimension; ++j) {
        S[std::size_t(dimension * i + j)] += to[p + i] * from[p + j];
      }
    }
  }
  if (dimension == 3) {
    fitRotation(S, R);
    return R;
  }
  std::array<Double2, 4> pair, rotations;
  for (std::size_t k = 0; k < 4; ++k) pair[k] = both(S[k]);
  fitRotations(pair, rotations);
  for (std::size_t k = 0; k < 4; ++k) R[k] = rotations[k][0];
  return R;
}

}  // namespace vide::detail
