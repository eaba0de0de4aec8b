// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vide {

// FNV-1a with 64 bits (Fowler, Noll, Vo), the same on every machine: tells contents apart
// that differ by accident. Not guaranteed: anything against contents that are made to collide.
class FnvHash {
 public:
  void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  void add(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) add(byte);
  }
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<std::uint8_t>(byte));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace vide
