// SPDX-License-Identifier: MIT
#include "vide/image/coverage_from_image.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string_view>

using namespace vide;

namespace {

using Rgba = std::array<std::uint8_t, 4>;

constexpr Rgba white{255, 255, 255, 255};

void paint(Image& image, int column, int row, Rgba color) {
  std::ranges::copy(color, image.pixel(column, row));
}

Image filled(int width, int height, Rgba color) {
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) paint(image, x, y, color);
  }
  return image;
}

// `text` has one letter a pixel: '.' white, '#' black.
Image drawn(int width, const char* text) {
  const std::string_view letters = text;
  Image image(width, int(letters.size()) / width);
  for (int i = 0; i < int(letters.size()); ++i) {
    const std::uint8_t level = letters[std::size_t(i)] == '#' ? 0 : 255;
    paint(image, i % width, i / width, {level, level, level, 255});
  }
  return image;
}

Rgba blend(Rgba below, Rgba above, double share) {
  Rgba result = below;
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = std::uint8_t(std::lround(below[i] + share * (above[i] - below[i])));
  }
  return result;
}

double insideCount(const Coverage& coverage) {
  return double(std::ranges::count_if(
      coverage.value, [&](std::uint8_t value) { return value >= coverage.threshold; }));
}

// A half-plane a*x + b*y < c seen through square pixels: the share of each, by 16 x 16 samples.
double halfPlaneShare(int column, int row, double a, double b, double c) {
  int hits = 0;
  for (int i = 0; i < 256; ++i) {
    const double x = column + (i % 16 + 0.5) / 16, y = row + (i / 16 + 0.5) / 16;
    hits += a * x + b * y < c;
  }
  return hits / 256.0;
}

}  // namespace

TEST_CASE("every alpha level is the threshold of its own share of full scale") {
  Image image(256, 1);
  for (int level = 0; level < 256; ++level) paint(image, level, 0, {0, 0, 0, std::uint8_t(level)});
  for (int level = 1; level < 256; ++level) {
    const auto coverage = coverageFromAlpha(image, {.threshold = level / 255.0});
    REQUIRE(coverage);
    CHECK(int(coverage->threshold) == level);
    CHECK(insideCount(*coverage) == 256 - level);
  }
}

TEST_CASE(
    "thresholds between two levels take the upper, and zero still leaves out the transparent") {
  const Image image = filled(2, 1, white);
  CHECK(coverageFromAlpha(image)->threshold == 128);
  CHECK(coverageFromAlpha(image, {.threshold = 0.1})->threshold == 26);
  CHECK(coverageFromAlpha(image, {.threshold = 0})->threshold == 1);
  CHECK(coverageFromAlpha(image, {.threshold = 1})->threshold == 255);
}

TEST_CASE("alpha is taken over as it is, whatever the colour") {
  std::mt19937 draw(3);
  Image image(37, 23);
  for (auto& byte : image.rgba) byte = std::uint8_t(draw());
  const auto coverage = coverageFromAlpha(image);
  REQUIRE(coverage);
  CHECK(coverage->width == 37);
  CHECK(coverage->height == 23);
  for (int y = 0; y < 23; ++y) {
    for (int x = 0; x < 37; ++x) CHECK(coverage->at(x, y) == image.pixel(x, y)[3]);
  }
}

TEST_CASE("pictures of which nothing would be inside are refused") {
  CHECK(coverageFromAlpha(Image{}).error().code == ErrorCode::invalid_argument);
  CHECK(coverageFromMask(Image{}).error().code == ErrorCode::invalid_argument);
  CHECK(coverageFromBackground(Image{}).error().code == ErrorCode::invalid_argument);
  const auto transparent = coverageFromAlpha(Image(4, 3));
  REQUIRE_FALSE(transparent);
  CHECK(transparent.error().message.find("nothing is inside") == 0);
  CHECK_FALSE(coverageFromAlpha(filled(4, 4, {255, 255, 255, 127})));
  CHECK(coverageFromAlpha(filled(4, 4, {255, 255, 255, 128})));
  CHECK_FALSE(coverageFromMask(filled(4, 4, {0, 0, 0, 255})));
  CHECK_FALSE(coverageFromBackground(filled(4, 4, white)));
}

TEST_CASE("a picture whose bytes do not fit its size is refused") {
  Image image = filled(4, 4, white);
  image.rgba.pop_back();
  CHECK_FALSE(coverageFromAlpha(image));
  CHECK_FALSE(coverageFromMask(image));
  CHECK_FALSE(coverageFromBackground(image));
}

TEST_CASE("options outside their range are refused") {
  const Image image = filled(3, 3, white);
  for (double bad : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN(),
                     std::numeric_limits<double>::infinity()}) {
    CHECK(coverageFromAlpha(image, {.threshold = bad}).error().code == ErrorCode::invalid_argument);
    CHECK(coverageFromMask(image, {.threshold = bad}).error().code == ErrorCode::invalid_argument);
    CHECK(coverageFromBackground(image, {.tolerance = bad}).error().code ==
          ErrorCode::invalid_argument);
  }
}

TEST_CASE("an opaque mask tells by its luminance, and grey keeps its level") {
  Image mask(256, 1);
  for (int i = 0; i < 256; ++i) {
    const auto level = std::uint8_t(i);
    paint(mask, i, 0, {level, level, level, 255});
  }
  const auto coverage = coverageFromMask(mask);
  REQUIRE(coverage);
  for (int i = 0; i < 256; ++i) CHECK(int(coverage->at(i, 0)) == i);

  Image colors(3, 1);
  paint(colors, 0, 0, {255, 0, 0, 255});
  paint(colors, 1, 0, {0, 255, 0, 255});
  paint(colors, 2, 0, {0, 0, 255, 255});
  const auto primaries = coverageFromMask(colors);
  REQUIRE(primaries);
  CHECK(std::abs(primaries->at(0, 0) - 0.2126 * 255) <= 1);
  CHECK(std::abs(primaries->at(1, 0) - 0.7152 * 255) <= 1);
  CHECK(std::abs(primaries->at(2, 0) - 0.0722 * 255) <= 1);
}

TEST_CASE("a mask with any transparency tells by its alpha") {
  Image mask = filled(3, 1, {0, 0, 0, 255});
  paint(mask, 0, 0, {255, 255, 255, 10});
  const auto coverage = coverageFromMask(mask);
  REQUIRE(coverage);
  CHECK(coverage->value == std::vector<std::uint8_t>{10, 255, 255});
}

TEST_CASE("a mask must have the size of its picture") {
  const Image mask = filled(3, 2, white), same(3, 2), other(2, 3);
  CHECK(coverageFromMask(mask, {.picture = &same}));
  const auto refused = coverageFromMask(mask, {.picture = &other});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("3 x 2") != std::string::npos);
  CHECK(refused.error().message.find("2 x 3") != std::string::npos);
}

TEST_CASE("background enclosed by the character stays part of it") {
  const auto coverage = coverageFromBackground(drawn(7,
                                                     "......."
                                                     ".#####."
                                                     ".#...#."
                                                     ".#...#."
                                                     ".#####."
                                                     "......."));
  REQUIRE(coverage);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 7; ++x) {
      CHECK(coverage->inside(x, y) == (x >= 1 && x <= 5 && y >= 1 && y <= 4));
    }
  }
}

TEST_CASE("the flood enters through a gap one pixel wide but not through a diagonal line") {
  const auto open = coverageFromBackground(drawn(7,
                                                 "......."
                                                 ".##.##."
                                                 ".#...#."
                                                 ".#####."
                                                 "......."));
  REQUIRE(open);
  CHECK_FALSE(open->inside(3, 2));
  const auto closed = coverageFromBackground(drawn(7,
                                                   "......."
                                                   "...#..."
                                                   "..#.#.."
                                                   "...#..."
                                                   "......."));
  REQUIRE(closed);
  CHECK(closed->inside(3, 2));
  CHECK(insideCount(*closed) == 5);
}

TEST_CASE("the flood follows a winding corridor to its end") {
  constexpr int size = 101;
  Image image = filled(size, size, {0, 0, 0, 255});
  for (int y = 1; y < size; y += 2) {  // corridors joined at alternating ends
    for (int x = 1; x < size - 1; ++x) paint(image, x, y, white);
    paint(image, y % 4 == 1 ? size - 2 : 1, y + 1, white);
  }
  paint(image, 1, 0, white);
  const auto coverage =
      coverageFromBackground(image, {.tolerance = 0.1, .color = Color{255, 255, 255}});
  REQUIRE(coverage);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      CHECK(coverage->inside(x, y) == (image.pixel(x, y)[0] == 0));
    }
  }
}

TEST_CASE("the background is the most common colour of the border unless one is named") {
  Image image = filled(20, 20, {10, 90, 200, 255});
  for (int y = 12; y < 20; ++y) {  // reaches the lower border
    for (int x = 6; x < 14; ++x) paint(image, x, y, {220, 40, 30, 255});
  }
  const auto found = coverageFromBackground(image);
  REQUIRE(found);
  CHECK(insideCount(*found) == 64);
  const auto named = coverageFromBackground(image, {.tolerance = 0.1, .color = Color{220, 40, 30}});
  REQUIRE(named);
  CHECK(insideCount(*named) == 400 - 64);
}

TEST_CASE("tolerance is the greatest difference in a channel that still is background") {
  Image image = filled(9, 9, white);
  paint(image, 4, 4, {255, 255 - 51, 255, 255});
  CHECK_FALSE(coverageFromBackground(image, {.tolerance = 0.2}));
  const auto coverage = coverageFromBackground(image, {.tolerance = 0.199});
  REQUIRE(coverage);
  CHECK(insideCount(*coverage) == 1);
}

TEST_CASE("every level of difference is background at its own share of full scale") {
  for (int level = 1; level < 255; ++level) {
    Image image = filled(5, 5, white);
    paint(image, 2, 2, {255, 255, std::uint8_t(255 - level), 255});
    const double below = (level - 0.5) / 255;
    CHECK_FALSE(coverageFromBackground(image, {.tolerance = level / 255.0}));
    CHECK(coverageFromBackground(image, {.tolerance = below}));
  }
}

TEST_CASE("what the flood reaches stays outside even beside a faint foreground") {
  Image image = filled(9, 9, white);
  for (int y = 2; y < 7; ++y) {
    for (int x = 2; x < 7; ++x) {
      const bool rim = x == 2 || x == 6 || y == 2 || y == 6;
      paint(image, x, y, {255, std::uint8_t(rim ? 235 : 225), 255, 255});
    }
  }
  const auto coverage = coverageFromBackground(image, {.tolerance = 0.1});  // 25 levels
  REQUIRE(coverage);
  CHECK(insideCount(*coverage) == 9);
  CHECK_FALSE(coverage->inside(2, 4));
}

TEST_CASE("an antialiased edge on a plain background gives its own coverage back") {
  const Rgba background{240, 230, 210, 255};
  for (const Rgba foreground : {Rgba{20, 30, 160, 255}, Rgba{200, 40, 50, 255}}) {
    for (int turn = 0; turn < 24; ++turn) {
      const double angle = turn * 0.2617993877991494 + 0.05, a = std::cos(angle),
                   b = std::sin(angle), c = 10 * a + 10 * b + 0.3;
      Image image(20, 20);
      for (int y = 0; y < 20; ++y) {
        for (int x = 0; x < 20; ++x) {
          paint(image, x, y, blend(background, foreground, halfPlaneShare(x, y, a, b, c)));
        }
      }
      const auto coverage =
          coverageFromBackground(image, {.tolerance = 0.02, .color = Color{240, 230, 210}});
      REQUIRE(coverage);
      double error = 0;
      for (int y = 1; y < 19; ++y) {
        for (int x = 1; x < 19; ++x) {
          error += std::abs(coverage->at(x, y) / 255.0 - halfPlaneShare(x, y, a, b, c));
        }
      }
      CHECK(error < 3);  // summed over the 20 or so edge pixels
    }
  }
}

TEST_CASE("what the flood reaches is never inside, what it does not is 255 away from edges") {
  std::mt19937 draw(11);
  for (int round = 0; round < 20; ++round) {
    Image image = filled(30, 24, white);
    for (int blot = 0; blot < 6; ++blot) {
      const int left = 2 + int(draw() % 20), top = 2 + int(draw() % 14);
      const auto level = std::uint8_t(draw() % 256);
      for (int y = top; y < top + 7; ++y) {
        for (int x = left; x < left + 7; ++x) paint(image, x, y, {level, 255, 255, 255});
      }
    }
    paint(image, 0, 0, white);
    const auto coverage = coverageFromBackground(image);
    if (!coverage) continue;
    CHECK_FALSE(coverage->inside(0, 0));
    for (int y = 0; y < 24; ++y) {
      for (int x = 0; x < 30; ++x) {
        if (image.pixel(x, y)[0] < 255 - 25) continue;
        const bool edge_row = y == 0 || x == 0 || y == 23 || x == 29;
        if (edge_row) CHECK(coverage->at(x, y) < 128);
      }
    }
  }
}

TEST_CASE("a transparent border counts as background of whatever colour") {
  Image image(8, 8);
  std::mt19937 draw(5);
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) paint(image, x, y, {std::uint8_t(draw()), 7, 9, 0});
  }
  for (int y = 3; y < 6; ++y) paint(image, 4, y, {250, 120, 0, 255});
  const auto coverage = coverageFromBackground(image);
  REQUIRE(coverage);
  CHECK(insideCount(*coverage) == 3);
}

TEST_CASE("pictures one pixel wide or high have edges too") {
  for (const bool tall : {false, true}) {
    Image image = tall ? filled(1, 9, white) : filled(9, 1, white);
    for (int i = 3; i < 6; ++i) paint(image, tall ? 0 : i, tall ? i : 0, {0, 0, 0, 255});
    const auto coverage = coverageFromBackground(image);
    REQUIRE(coverage);
    CHECK(insideCount(*coverage) == 3);
  }
}
