// SPDX-License-Identifier: MIT
#include "vide/vectorize/detail/pixel_runs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

namespace vide::detail {
namespace {

constexpr std::uint64_t every_byte = 0x0101010101010101;
constexpr std::uint64_t top_bits = 0x80 * every_byte;

// Finds, in words of eight pixels, which of them reach the threshold.
class ThresholdWords {
 public:
  explicit ThresholdWords(std::uint8_t threshold)
      : low_(every_byte * (threshold & 0x7f)), high_(threshold >= 128 ? top_bits : 0) {}

  // The top bit of byte i is set when pixel i is inside; the other bits are clear.
  std::uint64_t inside(const std::uint8_t* pixels) const {
    std::uint64_t word;
    std::memcpy(&word, pixels, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
    // With the top bit lent to every byte the subtraction cannot borrow from its neighbour.
    const std::uint64_t low_reaches = (word | top_bits) - low_;
    const std::uint64_t decided = high_ ? word & low_reaches : word | low_reaches;
    return decided & top_bits;
  }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
};

// Appends where the row changes between outside and inside; starts and ends as outside.
class RowScanner {
 public:
  RowScanner(const Coverage& coverage, std::vector<PixelRun>& runs)
      : words_(coverage.threshold), threshold_(coverage.threshold), runs_(runs) {}

  void scan(const std::uint8_t* pixels, int width) {
    inside_ = 0;
    int column = 0;
    for (; column + 32 <= width; column += 32) scanBlock(pixels + column, column);
    for (; column + 8 <= width; column += 8) scanWord(words_.inside(pixels + column), column);
    for (; column < width; ++column) {
      if ((pixels[column] >= threshold_) != (inside_ != 0)) change(column);
    }
    if (inside_) change(width);
  }

 private:
  void scanBlock(const std::uint8_t* pixels, int column) {
    std::uint64_t word[4];
    std::uint64_t differs = 0;
    for (int i = 0; i < 4; ++i) {
      word[i] = words_.inside(pixels + 8 * i);
      differs |= word[i] ^ inside_;
    }
    if (!differs) return;
    for (int i = 0; i < 4; ++i) scanWord(word[i], column + 8 * i);
  }

  void scanWord(std::uint64_t word, int column) {
    std::uint64_t unseen = top_bits;
    while (const std::uint64_t differs = (word ^ inside_) & unseen) {
      const int bit = std::countr_zero(differs);
      change(column + bit / 8);
      unseen = top_bits & (~std::uint64_t(0) << bit);
    }
  }

  void change(int column) {
    if (inside_) {
      runs_.back().end = column;
    } else {
      runs_.push_back({column, column});
    }
    inside_ ^= top_bits;
  }

  ThresholdWords words_;
  std::uint8_t threshold_;
  std::vector<PixelRun>& runs_;
  std::uint64_t inside_ = 0;
};

// Per row whose line of centres the edge crosses, the first column whose centre is beyond it.
void addEnds(Vec2 a, Vec2 b, int width, std::vector<std::vector<int>>& ends) {
  if (a.y == b.y) return;
  if (a.y > b.y) std::swap(a, b);
  const int height = int(ends.size());
  const Vec2 along = b - a;
  for (double y = std::max(std::ceil(a.y - 0.5) + 0.5, 0.5); y < b.y && y < height; ++y) {
    const double x = a.x + along.x * ((y - a.y) / along.y);
    int column = int(std::floor(x + 0.5));
    const auto beyond = [&](int c) { return cross(along, Vec2{c + 0.5, y} - a) <= 0; };
    while (beyond(column - 1)) --column;
    while (!beyond(column)) ++column;
    ends[int(height - y)].push_back(std::clamp(column, 0, width));
  }
}

}  // namespace

std::size_t PixelRuns::runBeginningAt(int column, int row) const {
  const auto first = runs.begin() + row_start[row];
  const auto last = runs.begin() + row_start[row + 1];
  return std::ranges::lower_bound(first, last, column, {}, &PixelRun::begin) - runs.begin();
}

std::size_t PixelRuns::runEndingAt(int end, int row) const {
  const auto first = runs.begin() + row_start[row];
  const auto last = runs.begin() + row_start[row + 1];
  return std::ranges::lower_bound(first, last, end, {}, &PixelRun::end) - runs.begin();
}

PixelRuns findRuns(const Coverage& coverage) {
  PixelRuns found;
  found.row_start.reserve(std::size_t(coverage.height) + 1);
  RowScanner scanner(coverage, found.runs);
  for (int row = 0; row < coverage.height; ++row) {
    scanner.scan(coverage.value.data() + std::size_t(row) * coverage.width, coverage.width);
    found.row_start.push_back(found.runs.size());
  }
  return found;
}

PixelRuns runsWithin(const Outlines& outlines, int width, int height) {
  std::vector<std::vector<int>> ends(height);  // per row: where inside and outside change
  for (const Ring& ring : outlines.rings) {
    Vec2 a = ring.points.back();
    for (const Vec2 b : ring.points) {
      addEnds(a, b, width, ends);
      a = b;
    }
  }
  PixelRuns within;
  for (std::vector<int>& row : ends) {
    std::ranges::sort(row);
    const std::size_t row_begin = within.runs.size();
    for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
      if (row[i] == row[i + 1]) continue;
      const bool touches = within.runs.size() > row_begin && within.runs.back().end == row[i];
      if (touches) {
        within.runs.back().end = row[i + 1];
      } else {
        within.runs.push_back({row[i], row[i + 1]});
      }
    }
    within.row_start.push_back(within.runs.size());
  }
  return within;
}

std::vector<PixelRun> runsMissing(std::span<const PixelRun> wanted,
                                  std::span<const PixelRun> present) {
  std::vector<PixelRun> missing;
  auto cover = present.begin();
  for (PixelRun run : wanted) {
    while (cover != present.end() && cover->end <= run.begin) ++cover;
    for (auto next = cover; run.begin < run.end; ++next) {
      const int stop = next == present.end() ? run.end : std::min(next->begin, run.end);
      if (run.begin < stop) missing.push_back({run.begin, stop});
      if (next == present.end()) break;
      run.begin = std::max(run.begin, next->end);
    }
  }
  return missing;
}

}  // namespace vide::detail
