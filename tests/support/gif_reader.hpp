// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vide/image/image.hpp"

namespace vide::test {

// A GIF reader written from the format's specification: what a viewer shows at each frame. Fails
// the running test on anything it does not expect.
class GifReader {
 public:
  explicit GifReader(std::vector<std::uint8_t> file) : bytes_(std::move(file)) {}

  struct Frame {
    Image shown;
    int delay = 0;  // hundredths of a second
  };

  std::vector<Frame> read() {
    REQUIRE(std::string(bytes_.begin(), bytes_.begin() + 6) == "GIF89a");
    at_ = 6;
    const int width = take16();
    canvas_ = Image(width, take16());
    const int flags = take();
    at_ += 2;
    table_.resize(std::size_t(1) << ((flags & 7) + 1));
    for (auto& color : table_) {
      for (auto& channel : color.rgb) channel = static_cast<std::uint8_t>(take());
    }
    while (true) {
      const int kind = take();
      if (kind == 0x3b) break;
      if (kind == 0x21) {
        readExtension();
      } else {
        REQUIRE(kind == 0x2c);
        readPicture();
      }
    }
    CHECK(at_ == bytes_.size());
    return frames_;
  }

  // As stored: 0 for ever, -1 when the file does not say.
  int loops() const { return loops_; }

 private:
  struct Entry {
    std::uint8_t rgb[3];
  };

  int take() {
    REQUIRE(at_ < bytes_.size());
    return bytes_[at_++];
  }
  int take16() {
    const int low = take();
    return low | take() << 8;
  }
  std::vector<std::uint8_t> takeBlocks() {
    std::vector<std::uint8_t> data;
    while (int size = take()) {
      while (size-- > 0) data.push_back(static_cast<std::uint8_t>(take()));
    }
    return data;
  }
  void readExtension() {
    const int label = take();
    const auto data = takeBlocks();
    if (label == 0xf9) {
      disposal_ = data[0] >> 2 & 7;
      transparent_ = data[0] & 1 ? data[3] : -1;
      delay_ = data[1] | data[2] << 8;
    } else if (label == 0xff) {
      loops_ = data[data.size() - 2] | data.back() << 8;
    }
  }
  void readPicture() {
    const int left = take16(), top = take16(), width = take16(), height = take16();
    CHECK(take() == 0);
    const int code_size = take();
    const auto indices = expand(takeBlocks(), code_size);
    REQUIRE(indices.size() == std::size_t(width) * std::size_t(height));
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const int index = indices[std::size_t(row) * std::size_t(width) + std::size_t(column)];
        if (index == transparent_) continue;
        std::uint8_t* pixel = canvas_.pixel(left + column, top + row);
        std::copy_n(table_.at(std::size_t(index)).rgb, 3, pixel);
        pixel[3] = 255;
      }
    }
    frames_.push_back({canvas_, delay_});
    if (disposal_ != 2) return;
    for (int row = 0; row < height; ++row) {
      std::fill_n(canvas_.pixel(left, top + row), 4 * width, std::uint8_t(0));
    }
  }
  static std::vector<std::uint8_t> expand(const std::vector<std::uint8_t>& data, int code_size) {
    const int clear = 1 << code_size, end = clear + 1;
    std::vector<std::vector<std::uint8_t>> strings;
    std::vector<std::uint8_t> out, last;
    int width = code_size + 1;
    for (std::size_t bit = 0;;) {
      REQUIRE(bit + std::size_t(width) <= 8 * data.size());
      int code = 0;
      for (int i = 0; i < width; ++i, ++bit) code |= (data[bit / 8] >> (bit % 8) & 1) << i;
      if (code == end) return out;
      if (code == clear) {
        strings.assign(std::size_t(end) + 1, {});
        for (int i = 0; i < clear; ++i) strings[std::size_t(i)] = {std::uint8_t(i)};
        width = code_size + 1;
        last.clear();
        continue;
      }
      REQUIRE(std::size_t(code) <= strings.size());
      std::vector<std::uint8_t> now =
          std::size_t(code) < strings.size() ? strings[std::size_t(code)] : last;
      if (std::size_t(code) == strings.size()) now.push_back(last.front());
      if (!last.empty() && strings.size() < 4096) {
        last.push_back(now.front());
        strings.push_back(last);
        if (strings.size() == std::size_t(1) << width && width < 12) ++width;
      }
      out.insert(out.end(), now.begin(), now.end());
      last = now;
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::vector<Entry> table_;
  Image canvas_;
  std::vector<Frame> frames_;
  int disposal_ = 0, transparent_ = -1, delay_ = 0, loops_ = -1;
};

}  // namespace vide::test
