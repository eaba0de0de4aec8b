// SPDX-License-Identifier: MIT
#include "vide/formats/detail/lzw.hpp"

#include <algorithm>

namespace vide::detail {
namespace {

constexpr std::uint32_t last_code = 4095;

// The known strings as (prefix code, next index) -> code. Forgetting all of them is one increment.
class StringTable {
 public:
  StringTable() : slots_(slot_count) {}

  void clear() { ++generation_; }
  // The code of prefix + index, or 0 with `free_slot` set to where it can be put. No string that is
  // looked up has code 0.
  std::uint32_t find(std::uint32_t prefix, std::uint32_t index) {
    const std::uint64_t key = std::uint64_t(generation_) << 20 | prefix << 8 | index;
    std::size_t slot = (prefix * 0x9e3779b1u ^ index * 0x85ebca6bu) >> 18;
    while (true) {
      const Slot& entry = slots_[slot];
      if (entry.key == key) return entry.code;
      if (entry.key >> 20 != generation_) break;
      slot = (slot + 1) % slot_count;
    }
    free_slot_ = slot;
    free_key_ = key;
    return 0;
  }
  void insertAtFreeSlot(std::uint32_t code) { slots_[free_slot_] = {free_key_, code}; }

 private:
  static constexpr std::size_t slot_count = 1 << 14;
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t code = 0;
  };

  std::vector<Slot> slots_;
  std::uint32_t generation_ = 1;
  std::size_t free_slot_ = 0;
  std::uint64_t free_key_ = 0;
};

class BitWriter {
 public:
  void put(std::uint32_t code, int width) {
    buffer_ |= std::uint64_t(code) << filled_;
    filled_ += width;
    while (filled_ >= 8) flushByte();
  }
  std::vector<std::uint8_t> finish() {
    if (filled_ > 0) flushByte();
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
      strings.insertAtFreeSlot(next_code);
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
