// SPDX-License-Identifier: MIT
#include "vide/weights/mirrored_names.hpp"

#include <array>
#include <utility>

namespace vide {
namespace {

// Locale-free, and ASCII alone: marks of sides are.
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLetter(char c) { return isLower(c) || isUpper(c); }

using Marks = std::pair<std::string_view, std::string_view>;
constexpr std::array<Marks, 3> words{{{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}}};
constexpr std::array<Marks, 2> letters{{{"l", "r"}, {"L", "R"}}};

// The character at a place, or a separator outside the name.
char at(std::string_view name, std::size_t place) {
  return place < name.size() ? name[place] : '_';
}

// Whether a word starts here: after a separator or digit, or with a capital after a small letter.
bool startsWord(std::string_view name, std::size_t begin) {
  const char before = begin == 0 ? '_' : name[begin - 1];
  return !isLetter(before) || (isLower(before) && isUpper(name[begin]));
}

// Whether a single letter is a word: followed by a separator, a digit or the end, or by a capital.
bool endsLetter(std::string_view name, std::size_t end) {
  const char after = at(name, end);
  return !isLetter(after) || isUpper(after);
}

void appendExchanged(std::string_view name, std::string_view from, std::string_view to,
                     std::vector<std::string>& names) {
  for (std::size_t begin = name.find(from); begin != std::string_view::npos;
       begin = name.find(from, begin + 1)) {
    const std::size_t end = begin + from.size();
    if (!startsWord(name, begin) || (from.size() == 1 && !endsLetter(name, end))) continue;
    std::string exchanged(name.substr(0, begin));
    exchanged += to;
    exchanged += name.substr(end);
    names.push_back(std::move(exchanged));
  }
}

}  // namespace

std::vector<std::string> mirroredNames(std::string_view name) {
  std::vector<std::string> names;
  const auto exchange = [&](const Marks& marks) {
    appendExchanged(name, marks.first, marks.second, names);
    appendExchanged(name, marks.second, marks.first, names);
  };
  for (const Marks& marks : words) exchange(marks);
  for (const Marks& marks : letters) exchange(marks);
  return names;
}

}  // namespace vide
