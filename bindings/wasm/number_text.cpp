// SPDX-License-Identifier: MIT
// The library's own conversions bring tables of 100 kB that hardly compress, a sixth of what a page
// would wait for. The linker takes these in their place.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

#include "vide/core/shortest_decimal.hpp"

namespace {

std::to_chars_result copied(std::string_view text, char* first, char* last) {
  if (text.size() > std::size_t(last - first)) return {last, std::errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), std::errc()};
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result to_chars(char* first, char* last, double value) {
  return copied(vide::ShortestDecimal(value).text(), first, last);
}

// Only for chars_format::general, which the module alone asks for.
to_chars_result to_chars(char* first, char* last, double value, chars_format, int digits) {
  char buffer[64];
  const int length = std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
  return copied({buffer, std::min(std::size_t(length), sizeof buffer - 1)}, first, last);
}

_LIBCPP_END_NAMESPACE_STD
