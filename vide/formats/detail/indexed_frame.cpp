// SPDX-License-Identifier: MIT
#include "vide/formats/detail/indexed_frame.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace vide::detail {
namespace {

// An 8 x 8 ordered dither matrix (B. Bayer, ICC 1973), as offsets around zero in 128ths.
constexpr int bayerOffset(int column, int row) {
  int value = 0;
  for (int bit = 0; bit < 3; ++bit) {
    const int x = column >> bit & 1, y = row >> bit & 1;
    value |= ((x ^ y) << 1 | y) << (2 * (2 - bit));
  }
  return 2 * value - 63;
}

constexpr auto bayer = [] {
  std::array<std::array<int, 8>, 8> table{};
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) table[row][column] = bayerOffset(column, row);
  }
  return table;
}();

std::uint8_t shifted(std::uint8_t level, int offset) {
  return static_cast<std::uint8_t>(std::clamp(level + offset, 0, 255));
}

std::uint32_t bitsAt(const std::uint8_t* pixel) {
  std::uint32_t bits;
  std::memcpy(&bits, pixel, sizeof bits);
  return bits;
}

// How many pixels from this one on, at most `count`, are exactly like it. Two at a time, as most of
// a picture is runs.
int runLength(const std::uint8_t* pixel, int count) {
  const std::uint32_t bits = bitsAt(pixel);
  const std::uint64_t two = std::uint64_t{bits} << 32 | bits;
  int length = 1;
  for (; length + 1 < count; length += 2) {
    std::uint64_t next;
    std::memcpy(&next, pixel + 4 * length, sizeof next);
    if (next != two) break;
  }
  while (length < count && bitsAt(pixel + 4 * length) == bits) ++length;
  return length;
}

// The indices of the pixels of one row after another.
class RowIndexer {
 public:
  RowIndexer(const PaletteMap& map, int dither)
      : map_(map), dither_(dither), transparent_(static_cast<std::uint8_t>(map.palette().size())) {}

  void map(const Image& frame, int y, IndexedFrame& indexed) const {
    std::uint8_t* out = indexed.indices.data() + std::size_t(y) * std::size_t(frame.width);
    int first = frame.width, end = 0;
    for (int x = 0; x < frame.width;) {
      const std::uint8_t* pixel = frame.pixel(x, y);
      const Color color{pixel[0], pixel[1], pixel[2], 255};
      const bool drawn = pixel[3] >= 128;
      const std::uint8_t plain = drawn ? map_.nearest(color) : transparent_;
      int length = 1;
      if (drawn && dither_ != 0 && map_.palette()[plain] != color) {
        out[x] = dithered(color, plain, x, y);
      } else {
        length = runLength(pixel, frame.width - x);
        std::fill_n(out + x, length, plain);
      }
      if (drawn) {
        first = std::min(first, x);
        end = x + length;
      } else {
        indexed.opaque = false;
      }
      x += length;
    }
    if (first < end) indexed.drawn.include(y, first, end);
  }

 private:
  std::uint8_t dithered(Color color, std::uint8_t plain, int x, int y) const {
    const int offset = bayer[y & 7][x & 7] * dither_ / 128;
    return offset == 0 ? plain
                       : map_.nearest({shifted(color.r, offset), shifted(color.g, offset),
                                       shifted(color.b, offset)});
  }

  const PaletteMap& map_;
  int dither_;
  std::uint8_t transparent_;
};

}  // namespace

void PixelBox::include(int row, int first, int end) {
  if (width() == 0) *this = {first, row, end, row};
  left = std::min(left, first);
  right = std::max(right, end);
  bottom = row + 1;
}

IndexedFrame toIndices(const Image& frame, const PaletteMap& map, int dither) {
  IndexedFrame indexed{frame.width, frame.height, {}, {}, true};
  indexed.indices.resize(frame.rgba.size() / 4);
  const RowIndexer indexer(map, dither);
  for (int y = 0; y < frame.height; ++y) indexer.map(frame, y, indexed);
  return indexed;
}

PixelBox changedBox(const IndexedFrame& before, const IndexedFrame& now) {
  PixelBox box;
  for (int y = 0; y < now.height; ++y) {
    const std::uint8_t *a = before.row(y), *b = now.row(y);
    if (std::memcmp(a, b, std::size_t(now.width)) == 0) continue;
    int first = 0;
    while (a[first] == b[first]) ++first;
    int end = now.width;
    while (a[end - 1] == b[end - 1]) --end;
    box.include(y, first, end);
  }
  return box;
}

}  // namespace vide::detail
