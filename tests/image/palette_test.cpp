// SPDX-License-Identifier: MIT
#include "vide/image/palette.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace vide;

namespace {

Image randomColors(std::size_t distinct, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<Color> colors(distinct);
  for (Color& c : colors) {
    c = {std::uint8_t(engine()), std::uint8_t(engine()), std::uint8_t(engine())};
  }
  Image image(64, 64);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    const Color c = colors[engine() % distinct];
    image.rgba[i] = c.r, image.rgba[i + 1] = c.g, image.rgba[i + 2] = c.b, image.rgba[i + 3] = 255;
  }
  return image;
}

double weightedDistance(Color a, Color b) {
  const int dr = a.r - b.r, dg = a.g - b.g, db = a.b - b.b;
  return std::sqrt(2 * dr * dr + 4 * dg * dg + 3 * db * db);
}

}  // namespace

TEST_CASE("few colours are kept exactly and find themselves") {
  for (unsigned seed = 1; seed < 6; ++seed) {
    const Image image = randomColors(40 * seed, seed);
    const PaletteMap map(choosePalette(std::span(&image, 1), 255));
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
      const Color c{image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]};
      REQUIRE(map.palette()[map.nearest(c)] == c);
    }
  }
}

TEST_CASE("the map finds an entry about as near as the nearest one") {
  const Image image = randomColors(4000, 9);
  const PaletteMap map(choosePalette(std::span(&image, 1), 200));
  CHECK(map.palette().size() == 200);
  std::mt19937 engine(4);
  for (int i = 0; i < 5000; ++i) {
    const Color c{std::uint8_t(engine()), std::uint8_t(engine()), std::uint8_t(engine())};
    double best = 1e9;
    for (Color entry : map.palette()) best = std::min(best, weightedDistance(entry, c));
    // Off by at most the way from a cell's centre to its corner, there and back.
    CHECK(weightedDistance(map.palette()[map.nearest(c)], c) <= best + 2 * 6.1);
  }
}

TEST_CASE("transparent pixels have no say, and rare colours survive") {
  Image image(100, 100);
  for (int row = 0; row < 100; ++row) {
    for (int column = 0; column < 100; ++column) {
      std::uint8_t* p = image.pixel(column, row);
      p[0] = std::uint8_t(2 * column + row / 2), p[1] = std::uint8_t(column + row), p[2] = 90;
      p[3] = 255;
      if (row < 3 && column < 3) p[0] = 255, p[1] = 0, p[2] = 0;                // a small mouth
      if (row > 50 && column > 50) p[0] = 0, p[1] = 0, p[2] = 255, p[3] = 100;  // not seen
    }
  }
  const auto palette = choosePalette(std::span(&image, 1), 32);
  CHECK(palette.size() == 32);
  const auto has = [&](Color c) {
    return std::any_of(palette.begin(), palette.end(),
                       [&](Color entry) { return weightedDistance(entry, c) < 36; });
  };
  CHECK(has({255, 0, 0}));
  CHECK(!has({0, 0, 255}));
}

TEST_CASE("nothing to see still gives a palette") {
  const Image empty(3, 3);
  CHECK(choosePalette(std::span(&empty, 1), 255) == std::vector<Color>{Color{}});
  CHECK(choosePalette({}, 255) == std::vector<Color>{Color{}});
}
