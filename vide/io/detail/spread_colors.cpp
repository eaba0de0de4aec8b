// SPDX-License-Identifier: MIT
#include "vide/io/detail/spread_colors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace vide::detail {
namespace {

// A row or a column of a picture.
struct Line {
  std::uint8_t* first;
  std::ptrdiff_t step;  // from pixel to pixel, in bytes
  int length;

  std::uint8_t* at(int i) const { return first + i * step; }
};

// For each pixel of the line the last one before it, or itself, that has a colour; -1: none has.
void lastColored(const Line& line, std::vector<int>& last) {
  last.assign(std::size_t(line.length), -1);
  for (int i = 0, colored = -1; i < line.length; ++i) {
    const std::uint8_t* p = line.at(i);
    if ((p[0] | p[1] | p[2] | p[3]) != 0) colored = i;
    last[std::size_t(i)] = colored;
  }
}

// The nearer one's colour, the one before where both are as near.
void spreadAlong(const Line& line, int reach, std::vector<int>& last) {
  lastColored(line, last);
  for (int i = line.length - 1, next = line.length; i >= 0; --i) {
    const int before = last[std::size_t(i)];
    if (before == i) {
      next = i;
      continue;
    }
    const int to_before = before < 0 ? reach + 1 : i - before;
    const int to_next = next == line.length ? reach + 1 : next - i;
    if (std::min(to_before, to_next) > reach) continue;
    std::memcpy(line.at(i), line.at(to_before <= to_next ? before : next), 3);
  }
}

}  // namespace

void spreadColors(Image& image, int reach) {
  std::vector<int> last;
  const std::ptrdiff_t row_bytes = 4 * std::ptrdiff_t(image.width);
  for (int row = 0; row < image.height; ++row) {
    spreadAlong({image.pixel(0, row), 4, image.width}, reach, last);
  }
  for (int column = 0; column < image.width; ++column) {
    spreadAlong({image.pixel(column, 0), row_bytes, image.height}, reach, last);
  }
}

}  // namespace vide::detail
