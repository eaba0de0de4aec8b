// SPDX-License-Identifier: MIT
#pragma once

#include <numbers>

// Transcendental functions whose result has the same bits on every target.
//
// C libraries differ in the last digit, and so would everything computed from it; whatever reaches
// an authored result calls these instead. They use only additions, multiplications, divisions and
// square roots of IEEE doubles, so they need a build without floating-point contraction. Error at
// most three units in the last place, but for pow: there it grows with |exponent * log(base)|.
// Special values follow C's functions.
namespace vide::math {

inline constexpr double pi = std::numbers::pi;
inline constexpr double radians(double degrees) { return degrees * (pi / 180); }
inline constexpr double degrees(double radians) { return radians * (180 / pi); }

struct SinCos {
  double sin, cos;
};

double sin(double x);  // so exact for |x| up to 1e6, beyond within -1 .. 1
double cos(double x);
SinCos sinCos(double x);
double atan2(double y, double x);
double acos(double x);
double exp(double x);
double log(double x);
double pow(double base, double exponent);  // base >= 0

}  // namespace vide::math
