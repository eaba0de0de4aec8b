// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/deform/detail/lanes.hpp"

// The rotation R that comes closest to a matrix S: trace(R^T S) is largest, det R = 1.
namespace vide::detail {

// A 3 x 3 matrix by rows, and two of them side by side, one in each lane.
using Matrix3 = std::array<double, 9>;
using Matrix3Pair = std::array<Double2, 9>;

// Returns trace(R^T S). Where several rotations are equally good (S has lost two of its dimensions,
// or mirrors) it is the one nearest to none at all. Any finite S will do.
double fitRotation(const Matrix3& S, Matrix3& R);

// The same for two matrices at once, and much faster. Differs from fitRotation by rounding alone.
Double2 fitRotations(const Matrix3Pair& S, Matrix3Pair& R);

// In the plane: S and R are 2 x 2 by rows.
Double2 fitRotations(const std::array<Double2, 4>& S, std::array<Double2, 4>& R);

}  // namespace vide::detail
