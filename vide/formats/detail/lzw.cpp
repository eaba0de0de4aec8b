// SPDX-License-Identifier: MIT
#include "vide/formats/detail/lzw.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace vide::detail {
namespace {

constexpr std::uint32_t last_code = 4095;

// The known strings as (prefix code, next index) -> code, in a table small enough to stay in the
// nearest cache.
class StringTable {
 public:
  StringTable() : slots_(slot_count) {}

  void clear() { std::fill(slots_.begin(), slots_.end(), 0u); }
  // The code of prefix + index, or 0 if it is not known; insertWhereMissed() then adds it. No
  // string that is looked up has code 0.
  std::uint32_t find(std::uint32_t prefix, std::uint32_t index) {
    const std::uint32_t key = prefix << 8 | index;
    std::size_t slot = key * 0x9e3779b1u >> (32 - slot_bits);
    while (slots_[slot] != 0) {
      if (slots_[slot] >> code_bits == key) return slots_[slot] & ((1u << code_bits) - 1);
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
  static constexpr int slot_bits = 13;  // twice the codes there are
  static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

  std::vector<std::uint32_t> slots_;  // prefix, index, code: 12 + 8 + 12 bits; 0: empty
  std::size_t missed_slot_ = 0;
  std::uint32_t missed_key_ = 0;
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

// The codes of the known strings that repeat one index: pictures are full of long runs, and finding
// the longest known run at once is far quicker than index by index.
class RunCodes {
 public:
  void clear() {
    for (auto& codes : codes_) codes.clear();
  }
  // Of the longest known run that `indices`, not empty, begins with.
  struct Known {
    std::size_t length;
    std::uint32_t code;
  };
  Known longest(std::span<const std::uint8_t> indices) const {
    const std::uint8_t index = indices[0];
    const auto& codes = codes_[index];
    const std::size_t limit = std::min(indices.size(), codes.size() + 1);
    std::size_t length = 1;
    while (length < limit && indices[length] == index) ++length;
    return {length, length == 1 ? std::uint32_t{index} : codes[length - 2]};
  }
  // A new string: it extends the longest run of the index if its prefix is that run.
  void add(std::uint32_t prefix, std::uint8_t index, std::uint32_t code) {
    auto& codes = codes_[index];
    if (prefix == (codes.empty() ? index : codes.back())) codes.push_back(std::uint16_t(code));
  }

 private:
  std::array<std::vector<std::uint16_t>, 256> codes_;  // of runs of 2, 3, ...
};

class Compressor {
 public:
  explicit Compressor(int code_size)
      : clear_code_(1u << code_size), next_code_(clear_code_ + 2), width_(code_size + 1) {
    bits_.put(clear_code_, width_);
  }

  std::vector<std::uint8_t> compress(std::span<const std::uint8_t> indices) {
    while (!indices.empty()) {
      const auto run = runs_.longest(indices);
      std::uint32_t prefix = run.code;
      indices = indices.subspan(run.length);
      std::uint32_t longer = 0;
      while (!indices.empty() && (longer = strings_.find(prefix, indices[0])) != 0) {
        prefix = longer;
        indices = indices.subspan(1);
      }
      bits_.put(prefix, width_);
      if (!indices.empty()) learn(prefix, indices[0]);
    }
    if (next_code_ <= last_code && next_code_ >> width_) ++width_;
    bits_.put(clear_code_ + 1, width_);
    return bits_.finish();
  }

 private:
  // Adds the string that find() has just missed, or forgets all strings when there are no codes
  // left.
  void learn(std::uint32_t prefix, std::uint8_t index) {
    if (next_code_ <= last_code) {
      strings_.insertWhereMissed(next_code_);
      runs_.add(prefix, index, next_code_);
      if (next_code_ >> width_) ++width_;
      ++next_code_;
      return;
    }
    bits_.put(clear_code_, width_);
    strings_.clear();
    runs_.clear();
    next_code_ = clear_code_ + 2;
    width_ = static_cast<int>(std::bit_width(clear_code_));
  }

  BitWriter bits_;
  StringTable strings_;
  RunCodes runs_;
  std::uint32_t clear_code_;
  std::uint32_t next_code_;
  int width_;
};

}  // namespace

void appendLzw(std::span<const std::uint8_t> indices, int code_size,
               std::vector<std::uint8_t>& out) {
  const std::vector<std::uint8_t> data = Compressor(code_size).compress(indices);
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
