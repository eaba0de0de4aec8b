// SPDX-License-Identifier: MIT
#include "vide/core/math.hpp"

#include <cmath>
#include <limits>

namespace vide::math {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// pi/2 and ln 2 in pieces with enough trailing zeros that a multiple of the leading ones is exact
// (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
constexpr double half_pi_1 = 0x1.921fb544p+0;
constexpr double half_pi_2 = 0x1.0b4611a6p-34;
constexpr double half_pi_3 = 0x1.3198a2e037073p-69;
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// sum of coefficient(k) * x^k / divisor, innermost term first; `last` down to 1 in steps of two.
double oddSeries(double x2, int last, double (*term)(int)) {
  double sum = term(last);
  for (int k = last - 2; k >= 1; k -= 2) sum = term(k) + x2 * sum;
  return sum;
}

// sin and cos of |x| <= pi/4 (+ a little), where `tail` is what x lacks of the exact argument.
double smallSin(double x, double tail) {
  const double x2 = x * x;
  double sum = -x2 / (17 * 16) + 1;
  for (int k = 15; k >= 5; k -= 2) sum = 1 - x2 / (k * (k - 1)) * sum;
  return x + (tail - x * x2 / 6 * sum);
}

double smallCos(double x, double tail) {
  const double x2 = x * x;
  double sum = 1 - x2 / (18 * 17);
  for (int k = 16; k >= 4; k -= 2) sum = 1 - x2 / (k * (k - 1)) * sum;
  const double half = x2 / 2;
  const double high = 1 - half;
  // 1 - half loses digits; add them back together with the rest: cos = 1 - half * sum.
  return high + (((1 - high) - half) + (half - half * sum) - x * tail);
}

double atanSeriesTerm(int k) { return ((k / 2) % 2 ? -1.0 : 1.0) / k; }
double atanhSeriesTerm(int k) { return 1.0 / k; }

// atan of 0 <= x <= 1, by the nearest of five tabulated angles.
double smallAtan(double x) {
  constexpr double angles[] = {0, 0x1.f5b75f92c80ddp-3, 0x1.dac670561bb4fp-2, 0x1.4978fa3269ee1p-1,
                               0x1.921fb54442d18p-1};
  const int nearest = static_cast<int>(x * 4 + 0.5);
  const double center = nearest / 4.0;
  const double t = (x - center) / (1 + x * center);
  return angles[nearest] + t * oddSeries(t * t, 17, atanSeriesTerm);
}

}  // namespace

SinCos sinCos(double x) {
  if (!std::isfinite(x)) return {not_a_number, not_a_number};
  if (std::abs(x) > 1e9) x = std::fmod(x, 2 * pi);  // or k would leave its range
  const double k = std::floor(x * (2 / pi) + 0.5);
  const double a = x - k * half_pi_1;
  const double b = k * half_pi_2;
  const double near = a - b;
  const double rest = ((a - near) - b) - k * half_pi_3;
  const double r = near + rest;
  const double tail = (near - r) + rest;
  const double s = r == 0 ? x : smallSin(r, tail), c = smallCos(r, tail);
  switch (static_cast<long long>(k) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

double sin(double x) { return sinCos(x).sin; }
double cos(double x) { return sinCos(x).cos; }

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return not_a_number;
  const double ax = std::abs(x), ay = std::abs(y);
  double angle;
  if (ay == 0) {
    angle = 0;
  } else if (std::isinf(ax) && std::isinf(ay)) {
    angle = pi / 4;
  } else if (ay <= ax) {
    angle = smallAtan(ay / ax);
  } else {
    angle = pi / 2 - smallAtan(ax / ay);
  }
  if (std::signbit(x)) angle = pi - angle;
  return std::copysign(angle, y);
}

double acos(double x) { return 2 * atan2(std::sqrt(1 - x), std::sqrt(1 + x)); }

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 709.79) return infinity;
  if (x < -745.2) return 0;
  const double k = std::floor(x * (1 / std::numbers::ln2) + 0.5);
  const double high = x - k * ln2_high, low = k * ln2_low;
  const double r = high - low;
  double sum = 1 + r / 14;
  for (int n = 13; n >= 3; --n) sum = 1 + r / n * sum;
  const double series = r + (((high - r) - low) + r * r / 2 * sum);
  return std::ldexp(1 + series, static_cast<int>(k));
}

double log(double x) {
  if (std::isnan(x) || x < 0) return not_a_number;
  if (x == 0) return -infinity;
  if (std::isinf(x)) return x;
  int exponent;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double fraction = 2 * s * oddSeries(s * s, 21, atanhSeriesTerm);
  return exponent * ln2_high + (exponent * ln2_low + fraction);
}

double pow(double base, double exponent) {
  if (exponent == 0 || base == 1) return 1;
  return exp(exponent * log(base));
}

}  // namespace vide::math
