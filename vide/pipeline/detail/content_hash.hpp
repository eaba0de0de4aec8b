// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vide::detail {

// FNV-1a with 64 bits (Fowler, Noll, Vo): tells contents apart that changed by accident, not by
// design. Each piece counts with its length, so that pieces cannot run together.
class ContentHash {
 public:
  void add(std::span<const std::uint8_t> bytes) {
    addNumber(bytes.size());
    for (const std::uint8_t byte : bytes) mix(byte);
  }
  void add(std::string_view word) {
    addNumber(word.size());
    for (const char c : word) mix(static_cast<std::uint8_t>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  void addNumber(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) mix(static_cast<std::uint8_t>(number >> shift));
  }
  void mix(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }

  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace vide::detail
