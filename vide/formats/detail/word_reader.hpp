// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/text_cursor.hpp"

namespace vide::detail {

// 1-based number of the line that the byte at `offset` lies in. A carriage return without a line
// feed ends a line too.
inline std::size_t lineAt(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    line += text[i] == '\n' || (text[i] == '\r' && !text.substr(i + 1).starts_with('\n'));
  }
  return line;
}

// Walks through files made of lines of words, some with stretches of raw bytes in between. A word
// that begins with # turns the rest of its line into a comment; a backslash at the end of a line
// joins it with the next.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
  }

  // The next word of this line; empty at the line's end.
  std::string_view wordInLine() {
    while (at_ < text_.size()) {
      if (joinsLines()) {
        ++at_;
        skipLineEnd();
      } else if (isSpace(text_[at_]) && !isLineEnd(text_[at_])) {
        ++at_;
      } else {
        break;
      }
    }
    if (at_ < text_.size() && text_[at_] == '#') skipToLineEnd();
    word_ = at_;
    while (at_ < text_.size() && !isSpace(text_[at_]) && !joinsLines()) ++at_;
    return text_.substr(word_, at_ - word_);
  }

  // The next word wherever it stands; empty at the end of the text.
  std::string_view word() {
    std::string_view next = wordInLine();
    while (next.empty() && nextLine()) next = wordInLine();
    return next;
  }

  // What is left of this line, without space around it.
  std::string_view restOfLine() {
    const std::size_t begin = at_;
    skipToLineEnd();
    return trimmed(text_.substr(begin, at_ - begin));
  }

  // Steps to the start of the next line; false where there is none.
  bool nextLine() {
    skipToLineEnd();
    if (at_ == text_.size()) return false;
    skipLineEnd();
    return true;
  }

  // The next `count` bytes, or none and no step where fewer are left.
  std::string_view bytes(std::size_t count) {
    if (count > remaining()) return {};
    word_ = at_;
    at_ += count;
    return text_.substr(word_, count);
  }

  std::size_t remaining() const { return text_.size() - at_; }
  std::string_view rest() const { return text_.substr(at_); }
  std::size_t offset() const { return at_; }
  void seek(std::size_t offset) { at_ = word_ = offset; }

  // `word`, the one read last, as a number; the error names its line and `what` was expected.
  Result<double> number(std::string_view word, std::string_view what) const {
    if (const auto value = toNumber(word)) return *value;
    return expected(what, word);
  }
  Result<long long> integer(std::string_view word, std::string_view what) const {
    long long value = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (!word.empty() && error == std::errc() && stop == end) return value;
    return expected(what, word);
  }

  std::unexpected<Error> expected(std::string_view what, std::string_view word) const {
    if (!word.empty()) return malformed(text("expected ", what, ", found ", quoted(word)));
    return malformed(text("expected ", what, ", but the ", remaining() ? "line" : "text", " ends"));
  }
  // About the word read last.
  std::unexpected<Error> malformed(std::string_view what) const {
    return failAtByte(ErrorCode::malformed_data, word_, what);
  }
  std::unexpected<Error> unsupported(std::string_view what) const {
    return failAtByte(ErrorCode::unsupported, word_, what);
  }
  // About the line in which that byte lies.
  std::unexpected<Error> malformedAt(std::size_t offset, std::string_view what) const {
    return failAtByte(ErrorCode::malformed_data, offset, what);
  }

 private:
  std::unexpected<Error> failAtByte(ErrorCode code, std::size_t at, std::string_view what) const {
    return fail(code, text("line ", lineAt(text_, at), ": ", what));
  }
  static bool isLineEnd(char c) { return c == '\n' || c == '\r'; }
  bool joinsLines() const {
    return text_[at_] == '\\' && at_ + 1 < text_.size() && isLineEnd(text_[at_ + 1]);
  }
  void skipToLineEnd() {
    while (at_ < text_.size() && !isLineEnd(text_[at_])) ++at_;
  }
  void skipLineEnd() { at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t word_ = 0;  // where the word read last begins
};

}  // namespace vide::detail
