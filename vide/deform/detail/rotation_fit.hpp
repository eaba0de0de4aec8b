// SPDX-License-Identifier: MIT
#pragma once

#include <array>

// The rotation R that comes closest to a matrix S: trace(R^T S) is largest, det R = 1. Matrices by
// rows.
namespace vide::detail {

using Matrix3 = std::array<double, 9>;

// Returns trace(R^T S). Where several rotations are equally good (S has lost two of its dimensions,
// or mirrors) it is the one nearest to none at all. Any finite S will do.
double fitRotation(const Matrix3& S, Matrix3& R);

// Fits the rotation of one lane by fitRotation.
void fitLane(const double (&S)[9][4], int lane, double (&R)[9][4], double (&trace)[4]);

}  // namespace vide::detail
