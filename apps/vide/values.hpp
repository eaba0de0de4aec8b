// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

// How values are written on the command line.
namespace vide::cli {

// Of what parseColor accepts.
CLI::Validator colorCheck();

// "WIDTHxHEIGHT" in pixels, each 1..32768.
struct Size {
  int width = 0;
  int height = 0;
};
std::optional<Size> parseSize(const std::string& text);
CLI::Validator sizeCheck();

// "NAME=NUMBER[,NUMBER...]": a bone's name and what is said of it.
struct NamedNumbers {
  std::string name;
  std::vector<double> numbers;
};
std::optional<NamedNumbers> parseNamedNumbers(const std::string& text);
// `form` says what to write, as "BONE=DEGREES"; `counts` how many numbers that may be.
CLI::Validator namedNumbersCheck(const std::string& form, std::vector<std::size_t> counts);
// One number, above 0.
CLI::Validator namedSizeCheck(const std::string& form);
// No length, angle or factor on the command line is beyond this, either way: what comes of larger
// ones is no picture. Counts have limits of their own.
inline constexpr int largest_number = 1'000'000;

// Numbers from `least` to `most`, above 0, from 0 on, or any.
CLI::Validator between(double least, double most);
CLI::Validator aboveZero();
CLI::Validator zeroOrMore();
CLI::Validator anyNumber();

}  // namespace vide::cli
