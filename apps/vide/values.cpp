// SPDX-License-Identifier: MIT
#include "apps/vide/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "vide/core/color_text.hpp"
#include "vide/core/text.hpp"

namespace vide::cli {
namespace {

template <class Number>
std::optional<Number> parseNumber(std::string_view text) {
  Number value{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

CLI::Validator check(const std::string& description,
                     std::function<bool(const std::string&)> is_valid) {
  return CLI::Validator(
      [=](std::string& word) {
        return is_valid(word) ? std::string{} : text("'", word, "' is not ", description);
      },
      "");
}

bool isModerate(double number) {
  return std::abs(number) <= largest_number;  // NaN is not
}

CLI::Validator numberCheck(
    const std::string& description,
    std::function<bool(double)> is_valid = [](double) { return true; }) {
  return check(description, [=](const std::string& word) {
    const auto number = parseNumber<double>(word);
    return number && isModerate(*number) && is_valid(*number);
  });
}

}  // namespace

CLI::Validator colorCheck() {
  return check(text("a colour (", accepted_colors, ")"),
               [](const std::string& word) { return parseColor(word).has_value(); });
}

std::optional<Size> parseSize(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) return std::nullopt;
  const auto width = parseNumber<int>(std::string_view(text).substr(0, cross));
  const auto height = parseNumber<int>(std::string_view(text).substr(cross + 1));
  const auto is_side = [](const std::optional<int>& side) {
    return side && *side >= 1 && *side <= 32768;
  };
  if (!is_side(width) || !is_side(height)) return std::nullopt;
  return Size{*width, *height};
}

CLI::Validator sizeCheck() {
  return check("a size (WIDTHxHEIGHT, each 1 to 32768 pixels)",
               [](const std::string& word) { return parseSize(word).has_value(); });
}

std::optional<NamedNumbers> parseNamedNumbers(const std::string& word) {
  const std::size_t equals = word.rfind('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  NamedNumbers parsed{word.substr(0, equals), {}};
  std::string_view rest = std::string_view(word).substr(equals + 1);
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto number = parseNumber<double>(rest.substr(0, comma));
    if (!number || !isModerate(*number)) return std::nullopt;
    parsed.numbers.push_back(*number);
    if (comma == rest.size()) return parsed;
    rest.remove_prefix(comma + 1);
  }
}

CLI::Validator namedNumbersCheck(const std::string& form, std::vector<std::size_t> counts) {
  return check(text("of the form ", form, ", numbers up to ", largest_number),
               [=](const std::string& word) {
                 const auto parsed = parseNamedNumbers(word);
                 return parsed && std::ranges::find(counts, parsed->numbers.size()) != counts.end();
               });
}

CLI::Validator namedSizeCheck(const std::string& form) {
  return check(text("of the form ", form, ", with a number above 0"), [](const std::string& word) {
    const auto parsed = parseNamedNumbers(word);
    return parsed && parsed->numbers.size() == 1 && parsed->numbers[0] > 0;
  });
}

CLI::Validator between(double least, double most) {
  return numberCheck(text("a number from ", least, " to ", most),
                     [=](double number) { return number >= least && number <= most; });
}

CLI::Validator aboveZero() {
  return numberCheck(text("a number above 0, at most ", largest_number),
                     [](double number) { return number > 0; });
}

CLI::Validator zeroOrMore() {
  return numberCheck(text("a number from 0 to ", largest_number),
                     [](double number) { return number >= 0; });
}

CLI::Validator anyNumber() { return numberCheck(text("a number of at most ", largest_number)); }

}  // namespace vide::cli
