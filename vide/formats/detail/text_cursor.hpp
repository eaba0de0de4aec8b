// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {

inline bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

inline bool equalIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 'a' - 'A') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// Of a number that no double can hold: whether it is too small rather than too large.
inline bool isTiny(std::string_view number) {
  const auto exponent = number.find_first_of("eE");
  if (exponent != std::string_view::npos) return number.substr(exponent + 1).starts_with('-');
  return number.substr(0, number.find('.')).find_first_not_of("-0") == std::string_view::npos;
}

// A finite number that fills the whole word; the decimal point is a point in every locale.
inline std::optional<double> toNumber(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  // Numbers too small for a double are zero for every purpose here.
  if (error == std::errc::result_out_of_range && stop == end && isTiny(word))
    value = 0;
  else if (error != std::errc())
    return std::nullopt;
  if (stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Walks through a text that consists of words; knows the line it is in when something is wrong.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
  }

  // The next word without moving; empty at the end. A brace or colon is a word of its own.
  std::string_view peek() {
    skipSpace();
    std::size_t end = at_;
    if (end < text_.size() && isMark(text_[end])) return text_.substr(at_, 1);
    while (end < text_.size() && !isSpace(text_[end]) && !isMark(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  std::string_view word() {
    const std::string_view next = peek();
    at_ += next.size();
    return next;
  }
  // What is left of this line, up to a brace.
  std::string_view restOfLine() {
    const std::size_t end = std::min(text_.find_first_of("{}\r\n", at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    return trimmed(rest);
  }
  bool atEnd() { return peek().empty(); }
  std::size_t remaining() const { return text_.size() - at_; }
  // 1-based.
  std::size_t line() const {
    return std::size_t(std::count(text_.begin(), text_.begin() + std::ptrdiff_t(at_), '\n')) + 1;
  }
  std::unexpected<Error> malformed(std::string_view what) const {
    return fail(ErrorCode::malformed_data, text("line ", line(), ": ", what));
  }

 private:
  static bool isMark(char c) { return c == '{' || c == '}' || c == ':'; }
  void skipSpace() {
    while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// What an error message quotes of a file: short, and printable.
inline std::string quoted(std::string_view word) {
  if (word.empty()) return "the end of the text";
  std::string result = "\"";
  for (const char c : word.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (word.size() > 40 ? "...\"" : "\"");
}

}  // namespace vide::detail
