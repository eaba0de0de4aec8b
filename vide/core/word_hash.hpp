// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace vide {

// Words at a time, where FnvHash goes byte by byte: for contents of megabytes. The same on every
// machine. Not guaranteed: anything against contents that are made to collide.
class WordHash {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) {
    add(std::uint64_t(text.size()));
    for (const char c : text) add(std::uint64_t(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0x243f6a8885a308d3;
};

}  // namespace vide
