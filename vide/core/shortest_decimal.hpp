// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace vide {

// A finite number as std::to_chars(first, last, value) writes it: the shortest text that reads back
// as the same double. Without the tables that make the library's own fast, which are 100 kB: for
// programs that are sent over a network. Not guaranteed: that of several shortest texts, which only
// powers of two and numbers below 1e-307 have, it is the same one.
class ShortestDecimal {
 public:
  explicit ShortestDecimal(double value);
  std::string_view text() const { return {buffer_.data(), length_}; }

 private:
  void append(char c) { buffer_[length_++] = c; }
  void append(std::string_view text);
  void appendFixed(std::string_view digits, int exponent, double magnitude);
  void appendScientific(std::string_view digits, int exponent);

  std::array<char, 40> buffer_{};
  std::size_t length_ = 0;
};

}  // namespace vide
