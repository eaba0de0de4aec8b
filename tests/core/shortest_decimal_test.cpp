// SPDX-License-Identifier: MIT
#include "vide/core/shortest_decimal.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace vide {
namespace {

std::string shortest(double value) { return std::string(ShortestDecimal(value).text()); }

TEST_CASE("numbers are written as a person would") {
  CHECK(shortest(0) == "0");
  CHECK(shortest(-0.0) == "-0");
  CHECK(shortest(1) == "1");
  CHECK(shortest(-2.5) == "-2.5");
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(0.001) == "0.001");
  CHECK(shortest(0.0001) == "1e-04");
  CHECK(shortest(0.00012) == "0.00012");
  CHECK(shortest(10000) == "10000");
  CHECK(shortest(100000) == "1e+05");
  CHECK(shortest(120000) == "120000");
  CHECK(shortest(1.0 / 3) == "0.3333333333333333");
  CHECK(shortest(123456789.25) == "123456789.25");
  CHECK(shortest(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(shortest(std::numeric_limits<double>::min()) == "2.2250738585072014e-308");
  CHECK(shortest(std::numeric_limits<double>::denorm_min()) == "5e-324");
}

TEST_CASE("large whole numbers are written out where that is no longer") {
  CHECK(shortest(9007199254740993.0) == "9007199254740992");
  CHECK(shortest(123456789012345678901.0) == "123456789012345683968");
}

std::string byLibrary(double value) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

TEST_CASE("the standard library writes the same") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) REQUIRE(shortest(any) == byLibrary(any));
    const double pixels = double(std::int64_t(random() >> 20)) / 4096;
    REQUIRE(shortest(pixels) == byLibrary(pixels));
    const double typed = double(random() % 10'000'000) / 1000;
    REQUIRE(shortest(typed) == byLibrary(typed));
  }
}

TEST_CASE("powers of two read back as themselves, in no more digits than a double has") {
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    REQUIRE(std::strtod(shortest(power).c_str(), nullptr) == power);
    REQUIRE(shortest(power).size() <= byLibrary(power).size() + 1);
  }
}

}  // namespace
}  // namespace vide
