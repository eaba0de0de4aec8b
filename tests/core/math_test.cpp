// SPDX-License-Identifier: MIT
#include "vide/core/math.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

using namespace vide;

namespace {

double unitsOff(double value, double truth) {
  const double spacing = std::abs(std::nextafter(truth, INFINITY) - truth);
  return std::abs(value - truth) / spacing;
}

// Largest distance to the C library, itself within one unit, over an evenly drawn range.
template <class Ours, class Theirs>
double worst(double from, double to, Ours ours, Theirs theirs) {
  std::mt19937_64 engine(3);
  double largest = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = from + (to - from) * (double(engine() >> 11) / 9007199254740992.0);
    largest = std::max(largest, unitsOff(ours(x), theirs(x)));
  }
  return largest;
}

}  // namespace

TEST_CASE("elementary functions stay within three units of the last place") {
  for (double range : {0.7, 10.0, 1e4, 1e6}) {
    CHECK(worst(-range, range, math::sin, [](double x) { return std::sin(x); }) <= 3);
    CHECK(worst(-range, range, math::cos, [](double x) { return std::cos(x); }) <= 3);
  }
  CHECK(worst(-700, 700, math::exp, [](double x) { return std::exp(x); }) <= 3);
  CHECK(worst(-1, 1, math::exp, [](double x) { return std::exp(x); }) <= 3);
  CHECK(worst(1e-300, 1e-290, math::log, [](double x) { return std::log(x); }) <= 3);
  CHECK(worst(0.5, 2, math::log, [](double x) { return std::log(x); }) <= 3);
  CHECK(worst(2, 1e9, math::log, [](double x) { return std::log(x); }) <= 3);
  CHECK(worst(-1, 1, math::acos, [](double x) { return std::acos(x); }) <= 3);
  for (double y : {-3.0, -1e-9, 0.25, 1e5}) {
    CHECK(worst(
              -5, 5, [=](double x) { return math::atan2(y, x); },
              [=](double x) { return std::atan2(y, x); }) <= 3);
  }
}

TEST_CASE("sine and cosine of any finite angle are those of some angle") {
  for (double x = 1e6; x < 1e308; x *= 7.3) {
    const auto [s, c] = math::sinCos(-x);
    CHECK(s * s + c * c == doctest::Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("special values follow C") {
  CHECK(math::sin(0) == 0);
  CHECK(math::cos(0) == 1);
  CHECK(std::isnan(math::sin(INFINITY)));
  CHECK(math::exp(0) == 1);
  CHECK(math::exp(-1000) == 0);
  CHECK(std::isinf(math::exp(1000)));
  CHECK(math::log(1) == 0);
  CHECK(std::isinf(math::log(0)));
  CHECK(std::isnan(math::log(-1)));
  CHECK(math::pow(0, 2) == 0);
  CHECK(math::pow(2, 10) == doctest::Approx(1024).epsilon(1e-14));
  CHECK(std::isnan(math::acos(1.5)));
  CHECK(math::atan2(0.0, -1.0) == math::pi);
  CHECK(std::signbit(math::atan2(-0.0, 1.0)));
  CHECK(math::atan2(0.0, 0.0) == 0);
}

TEST_CASE("the bits are the same on every target") {
  // A running hash over many results: one differing bit anywhere changes it.
  std::uint64_t hash = 0;
  const auto mix = [&](double x) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  };
  for (int i = 1; i < 5000; ++i) {
    const double x = i * 0.37;
    mix(math::sin(x));
    mix(math::cos(x));
    mix(math::exp(x / 10 - 90));
    mix(math::log(x));
    mix(math::atan2(x - 900, 700 - x));
  }
  CHECK(hash == 14586527924573743988u);
}
