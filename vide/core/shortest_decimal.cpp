// SPDX-License-Identifier: MIT
#include "vide/core/shortest_decimal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace vide {
namespace {

// digits[0] . digits[1]... x 10^exponent, without zeros at the end.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

// "1.2345e+02" to its parts.
Decimal partsOf(const char* scientific) {
  Decimal decimal;
  const char* c = scientific;
  for (; *c != 'e'; ++c) {
    if (*c >= '0' && *c <= '9') decimal.digits += *c;
  }
  decimal.exponent = std::atoi(c + 1);
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') decimal.digits.pop_back();
  return decimal;
}

// Up to 15 digits survive the way into a double and back, so that fewer need not be tried; only
// numbers too small for all of a double's digits have less.
Decimal shortestOf(double magnitude) {
  constexpr int most = std::numeric_limits<double>::max_digits10;
  const bool is_normal = magnitude >= std::numeric_limits<double>::min() || magnitude == 0;
  char buffer[40];
  for (int count = is_normal ? std::numeric_limits<double>::digits10 : 1;; ++count) {
    std::snprintf(buffer, sizeof buffer, "%.*e", count - 1, magnitude);
    if (count >= most || std::strtod(buffer, nullptr) == magnitude) return partsOf(buffer);
  }
}

std::size_t digitsOf(int number) { return number >= 100 ? 3 : 2; }

}  // namespace

ShortestDecimal::ShortestDecimal(double value) {
  if (std::signbit(value)) append('-');
  const double magnitude = std::abs(value);
  const auto [digits, exponent] = shortestOf(magnitude);
  const std::size_t count = digits.size();
  const std::size_t scientific = count + (count > 1) + 2 + digitsOf(std::abs(exponent));
  const std::size_t fixed = exponent < 0 ? count + 1 + std::size_t(-exponent)
                            : std::size_t(exponent) < count
                                ? count + (std::size_t(exponent) + 1 < count)
                                : std::size_t(exponent) + 1;
  if (fixed <= scientific) {
    appendFixed(digits, exponent, magnitude);
  } else {
    appendScientific(digits, exponent);
  }
}

void ShortestDecimal::append(std::string_view text) {
  for (const char c : text) append(c);
}

void ShortestDecimal::appendFixed(std::string_view digits, int exponent, double magnitude) {
  if (exponent < 0) {
    append("0.");
    for (int zeros = -exponent - 1; zeros > 0; --zeros) append('0');
    return append(digits);
  }
  const std::size_t whole = std::size_t(exponent) + 1;
  if (whole < digits.size()) {
    append(digits.substr(0, whole));
    append('.');
    return append(digits.substr(whole));
  }
  // Large whole numbers are written out, digit for digit; they have 23 digits at most.
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.0f", magnitude);
  append(std::string_view(buffer));
}

void ShortestDecimal::appendScientific(std::string_view digits, int exponent) {
  append(digits[0]);
  if (digits.size() > 1) {
    append('.');
    append(digits.substr(1));
  }
  append('e');
  append(exponent < 0 ? '-' : '+');
  const std::string number = std::to_string(std::abs(exponent));
  if (number.size() < 2) append('0');
  append(number);
}

}  // namespace vide
