// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/image/detail/image_checks.hpp"

namespace vide {
namespace {

enum class State : std::uint8_t { foreground, background, flooded };

// Rows of one value a pixel.
template <class T>
struct Grid {
  int width, height;
  std::vector<T> cells;

  T* row(int y) { return cells.data() + std::size_t(y) * std::size_t(width); }
  const T* row(int y) const { return cells.data() + std::size_t(y) * std::size_t(width); }
};

// As one number, red highest, to be sorted.
std::vector<std::uint32_t> borderColors(const Image& image) {
  std::vector<std::uint32_t> colors;
  const auto add = [&](int column, int row) {
    const auto* pixel = image.pixel(column, row);
    colors.push_back(std::uint32_t(pixel[0]) << 16 | std::uint32_t(pixel[1]) << 8 | pixel[2]);
  };
  for (int column = 0; column < image.width; ++column) {
    add(column, 0);
    add(column, image.height - 1);
  }
  for (int row = 0; row < image.height; ++row) {
    add(0, row);
    add(image.width - 1, row);
  }
  return colors;
}

Color mostCommonBorderColor(const Image& image) {
  auto colors = borderColors(image);
  std::ranges::sort(colors);
  std::uint32_t best = 0;
  std::ptrdiff_t best_count = 0;
  for (auto first = colors.begin(); first != colors.end();) {
    const auto last = std::upper_bound(first, colors.end(), *first);
    if (last - first > best_count) {
      best = *first;
      best_count = last - first;
    }
    first = last;
  }
  return {std::uint8_t(best >> 16), std::uint8_t(best >> 8), std::uint8_t(best)};
}

// Greatest difference in a channel, weighed by alpha: what shows once the pixel lies on the
// background.
std::uint8_t distanceTo(Color color, const std::uint8_t* pixel) {
  const int greatest = std::max(
      {std::abs(pixel[0] - color.r), std::abs(pixel[1] - color.g), std::abs(pixel[2] - color.b)});
  return std::uint8_t((greatest * pixel[3] + 127) / 255);
}

std::vector<std::uint8_t> distances(const Image& image, Color color) {
  std::vector<std::uint8_t> result(image.rgba.size() / 4);
  const std::uint8_t* pixel = image.rgba.data();
  for (auto& distance : result) {
    distance = distanceTo(color, pixel);
    pixel += 4;
  }
  return result;
}

// Fills run by run: a run of a row is flooded whole, then the rows above and below are searched
// beside it for runs that it touches. Four neighbours a pixel.
class Flood {
 public:
  explicit Flood(Grid<State>& states) : states_(states) {}

  void fromBorder() {
    for (int y : {0, states_.height - 1}) seedAlong(y, 0, states_.width);
    for (int y = 0; y < states_.height; ++y) {
      seedAlong(y, 0, 1);
      seedAlong(y, states_.width - 1, states_.width);
    }
    spread();
  }

 private:
  struct Run {
    int y, first, last;  // columns first .. last - 1
  };

  // Floods every run of background that has a pixel in the given columns.
  void seedAlong(int y, int first, int last) {
    State* row = states_.row(y);
    for (int x = first; x < last; ++x) {
      if (row[x] != State::background) continue;
      int begin = x, end = x + 1;
      while (begin > 0 && row[begin - 1] == State::background) --begin;
      while (end < states_.width && row[end] == State::background) ++end;
      std::fill(row + begin, row + end, State::flooded);
      pending_.push_back({y, begin, end});
      x = end;
    }
  }

  void spread() {
    while (!pending_.empty()) {
      const Run run = pending_.back();
      pending_.pop_back();
      if (run.y > 0) seedAlong(run.y - 1, run.first, run.last);
      if (run.y + 1 < states_.height) seedAlong(run.y + 1, run.first, run.last);
    }
  }

  Grid<State>& states_;
  std::vector<Run> pending_;
};

struct SoftPixel {
  std::size_t index;
  std::uint8_t value;
};

// Finds the pixels whose 3 x 3 surroundings hold both flooded and kept ones, and their values.
class EdgeSoftener {
 public:
  EdgeSoftener(const Grid<State>& states, const Grid<std::uint8_t>& distance)
      : states_(states), distance_(distance), any_(columns()), all_(columns()) {}

  std::vector<SoftPixel> run() {
    std::vector<SoftPixel> soft;
    for (int y = 0; y < states_.height; ++y) {
      gatherColumns(y);
      for (int x = 0; x < states_.width; ++x) {
        if (isMixed(x)) soft.push_back({std::size_t(y) * columns() + std::size_t(x), share(x, y)});
      }
    }
    return soft;
  }

 private:
  std::size_t columns() const { return std::size_t(states_.width); }

  // Whether any and whether all of the three pixels above one another are flooded.
  void gatherColumns(int y) {
    const State* above = states_.row(std::max(y - 1, 0));
    const State* here = states_.row(y);
    const State* below = states_.row(std::min(y + 1, states_.height - 1));
    for (std::size_t x = 0; x < columns(); ++x) {
      const bool a = above[x] == State::flooded;
      const bool b = here[x] == State::flooded;
      const bool c = below[x] == State::flooded;
      any_[x] = a | b | c;
      all_[x] = a & b & c;
    }
  }

  bool isMixed(int x) const {
    const auto left = std::size_t(std::max(x - 1, 0));
    const auto here = std::size_t(x);
    const auto right = std::min(here + 1, columns() - 1);
    return (any_[left] | any_[here] | any_[right]) != (all_[left] & all_[here] & all_[right]);
  }

  // The share of foreground in a pixel's colour. Where the flood came to, it stays outside even
  // against a faint foreground; enclosed background stays inside.
  std::uint8_t share(int x, int y) const {
    const State state = states_.row(y)[x];
    if (state == State::background) return 255;
    const int highest = state == State::flooded ? 127 : 255;
    const int contrast = strongestContrast(x, y);
    return std::uint8_t(std::min((255 * distance_.row(y)[x] + contrast / 2) / contrast, highest));
  }

  // Never 0: beside a mixed pixel there is always foreground, for the flood would have gone on.
  int strongestContrast(int x, int y) const {
    int strongest = 0;
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, states_.height - 1); ++v) {
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, states_.width - 1); ++u) {
        if (states_.row(v)[u] != State::flooded) {
          strongest = std::max(strongest, int(distance_.row(v)[u]));
        }
      }
    }
    return strongest;
  }

  const Grid<State>& states_;
  const Grid<std::uint8_t>& distance_;
  std::vector<std::uint8_t> any_, all_;
};

// What within `level` of the background is connected to the border through its like.
Grid<State> floodedFrom(const Grid<std::uint8_t>& distance, int level) {
  Grid<State> states{distance.width, distance.height, {}};
  states.cells.resize(distance.cells.size());
  std::ranges::transform(distance.cells, states.cells.begin(), [level](std::uint8_t d) {
    return d <= level ? State::background : State::foreground;
  });
  Flood(states).fromBorder();
  return states;
}

// Turns the distances into coverage where they stand, to need no further picture-sized memory.
void writeCoverage(const Grid<State>& states, Grid<std::uint8_t>& distance) {
  const auto soft = EdgeSoftener(states, distance).run();
  std::ranges::transform(states.cells, distance.cells.begin(), [](State state) {
    return std::uint8_t(state == State::flooded ? 0 : 255);
  });
  for (const auto& [index, value] : soft) distance.cells[index] = value;
}

}  // namespace

Result<Coverage> coverageFromBackground(const Image& image, const BackgroundOptions& options) {
  if (auto valid = detail::checkImage(image); !valid) return std::unexpected(valid.error());
  if (!(options.tolerance >= 0 && options.tolerance <= 1)) {
    return fail(ErrorCode::invalid_argument,
                text("background tolerance ", options.tolerance, " is outside 0..1"));
  }
  const Color color = options.color ? *options.color : mostCommonBorderColor(image);
  Grid<std::uint8_t> distance{image.width, image.height, distances(image, color)};
  const auto states = floodedFrom(distance, int(options.tolerance * 255));
  writeCoverage(states, distance);
  Coverage coverage;
  coverage.width = image.width;
  coverage.height = image.height;
  coverage.value = std::move(distance.cells);
  if (std::ranges::max(coverage.value) >= coverage.threshold) return coverage;
  return fail(ErrorCode::invalid_argument,
              "nothing is inside: the whole picture is background; choose a lower tolerance or "
              "another background colour");
}

}  // namespace vide
