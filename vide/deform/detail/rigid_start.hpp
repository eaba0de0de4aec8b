// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>

namespace vide::detail {

// A rotation of 2 or 3 dimensions, dimension x dimension by rows.
using Rotation = std::array<double, 9>;

// The rotation that takes the points `from` nearest to the points `to` (points x dimension each,
// both centred on their mean): least sum of squared distances.
Rotation bestRotation(std::span<const double> from, std::span<const double> to, int dimension);

// The rotation R for which trace(R^T S) is largest, S of the same layout.
Rotation nearestRotation(const Rotation& S, int dimension);

// to := R from, for one point.
inline void turn(const Rotation& R, int dimension, const double* from, double* to) {
  for (int i = 0; i < dimension; ++i) {
    double sum = 0;
    for (int j = 0; j < dimension; ++j) sum += R[std::size_t(dimension * i + j)] * from[j];
    to[i] = sum;
  }
}

}  // namespace vide::detail
