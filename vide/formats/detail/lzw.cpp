// SPDX-License-Identifier: MIT
#include "vide/formats/detail/lzw.hpp"

#include <algorithm>

namespace vide::detail {
namespace {

constexpr std::uint32_t last_code = 4095;

// The known strings as (prefix code, next index) -> code, in a table small enough to stay in the
// nearest caches. Forgetting all of them is one increment.
class StringTable {
 public:
  StringTable() : slots_(slot_count) {}

  void clear() { ++generation_; }
  // The code of prefix + index, or 0 if it is not known; insertWhereMissed() then adds it. No
  // string that is looked up has code 0.
  std::uint32_t find(std::uint32_t prefix, std::uint32_t index) {
    const std::uint64_t key = generation_ << 20 | prefix << 8 | index;
    std::size_t slot = (prefix * 0x9e3779b1u ^ index * 0x85ebca6bu) >> 19;
    while (true) {
      const std::uint64_t entry = slots_[slot];
      if (entry >> code_bits == key) return entry & ((1u << code_bits) - 1);
      if (entry >> (code_bits + 20) != generation_) break;
      slot = (slot + 1) % slot_count;
    }
    missed_slot_ = slot;
    missed_key_ = key;
    return 0;
  }
  void insertWhereMissed(std::uint32_t code) {
    slots_[missed_slot_] = missed_key_ << code_bits | code;
  }

 private:
  static constexpr int code_bits = 12;
  static constexpr std::size_t slot_count = 1 << 13;  // twice the codes there are

  std::vector<std::uint64_t> slots_;  // generation, prefix, index, code: 32 + 12 + 8 + 12 bits
  std::uint64_t generation_ = 1;
  std::size_t missed_slot_ = 0;
  std::uint64_t missed_key_ = 0;
};

class BitWriter {
 public:
  void put(std::uint32_t code, int width) {
    buffer_ |= std::uint64_t(code) << filled_;
    filled_ += width;
    if (filled_ >= 32) {
      while (filled_ >= 8) flushByte();
    }
  }
  std::vector<std::uint8_t> finish() {
    while (filled_ > 0) flushByte();
    return std::move(bytes_);
  }

 private:
  void flushByte() {
    bytes_.push_back(static_cast<std::uint8_t>(buffer_));
    buffer_ >>= 8;
    filled_ -= 8;
  }

  std::vector<std::uint8_t> bytes_;
  std::uint64_t buffer_ = 0;
  int filled_ = 0;
};

std::vector<std::uint8_t> compress(std::span<const std::uint8_t> indices, int code_size) {
  const std::uint32_t clear_code = 1u << code_size, end_code = clear_code + 1;
  BitWriter bits;
  StringTable strings;
  int width = code_size + 1;
  std::uint32_t next_code = end_code + 1;
  bits.put(clear_code, width);
  std::uint32_t prefix = indices.front();
  for (std::uint8_t index : indices.subspan(1)) {
    if (const std::uint32_t known = strings.find(prefix, index)) {
      prefix = known;
      continue;
    }
    bits.put(prefix, width);
    prefix = index;
    if (next_code <= last_code) {
      strings.insertWhereMissed(next_code);
      if (next_code >> width) ++width;
      ++next_code;
    } else {
      bits.put(clear_code, width);
      strings.clear();
      width = code_size + 1;
      next_code = end_code + 1;
    }
  }
  bits.put(prefix, width);
  if (next_code <= last_code && next_code >> width) ++width;
  bits.put(end_code, width);
  return bits.finish();
}

}  // namespace

void appendLzw(std::span<const std::uint8_t> indices, int code_size,
               std::vector<std::uint8_t>& out) {
  const std::vector<std::uint8_t> data = compress(indices, code_size);
  out.push_back(static_cast<std::uint8_t>(code_size));
  for (std::size_t i = 0; i < data.size(); i += 255) {
    const std::size_t size = std::min<std::size_t>(255, data.size() - i);
    out.push_back(static_cast<std::uint8_t>(size));
    out.insert(out.end(), data.begin() + std::ptrdiff_t(i),
               data.begin() + std::ptrdiff_t(i + size));
  }
  out.push_back(0);
}

}  // namespace vide::detail
