// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vide/core/fnv_hash.hpp"

namespace vide::detail {

// Contents in pieces. Each counts with its length, so that pieces cannot run together.
class ContentHash {
 public:
  void add(std::span<const std::uint8_t> bytes) {
    addNumber(bytes.size());
    hash_.add(bytes);
  }
  void add(std::string_view word) {
    addNumber(word.size());
    hash_.add(word);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void addNumber(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      hash_.add(static_cast<std::uint8_t>(number >> shift));
  }

  FnvHash hash_;
};

}  // namespace vide::detail
