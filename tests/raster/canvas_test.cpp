// SPDX-License-Identifier: MIT
#include "vide/raster/canvas.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/raster/grid.hpp"

namespace vide {
namespace {

TEST_CASE("every colour that a pixel can have survives the canvas") {
  int wrong = 0;
  Canvas canvas(1, 1);
  for (int alpha = 1; alpha < 256; ++alpha) {
    for (int value = 0; value < 256; ++value) {
      const auto v = std::uint8_t(value);
      canvas.clear(Color{v, std::uint8_t(255 - value), 7, std::uint8_t(alpha)});
      const Image image = canvas.toImage();
      const int expected[] = {value, 255 - value, 7, alpha};
      for (std::size_t i = 0; i < 4; ++i) wrong += image.rgba[i] != expected[i];
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("opaque pixels are rounded to the nearest byte") {
  Canvas canvas(1, 1);
  int wrong = 0;
  for (int value = 0; value <= 65535; ++value) {
    std::uint16_t* pixel = canvas.row(0);
    pixel[0] = std::uint16_t(value);
    pixel[3] = 65535;
    wrong += canvas.toImage().rgba[0] != std::floor(value / 257.0 + 0.5);
  }
  CHECK(wrong == 0);
}

TEST_CASE("a new or cleared canvas is transparent, and an image is used again") {
  Canvas canvas(5, 3);
  CHECK(canvas.toImage() == Image(5, 3));
  canvas.clear(Color{1, 2, 3, 4});
  Image image;
  canvas.toImage(image);
  CHECK(image == test::uniform(5, 3, {1, 2, 3, 4}));
  const auto* memory = image.rgba.data();
  canvas.clear();
  canvas.toImage(image);
  CHECK(image == Image(5, 3));
  CHECK(image.rgba.data() == memory);
}

TEST_CASE("a background covers the canvas and keeps its proportions") {
  // Left half red, right half blue, twice as wide as the canvas is high.
  Image picture(8, 4);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 8; ++x) {
      std::uint8_t* p = picture.pixel(x, y);
      p[x < 4 ? 0 : 2] = 255;
      p[3] = 255;
    }
  }
  const auto background = Canvas::covering(picture, 40, 40);
  REQUIRE(background.has_value());
  Canvas canvas(40, 40);
  canvas.clear(*background);
  const Image image = canvas.toImage();
  for (int y = 0; y < 40; ++y) {
    CHECK(image.pixel(2, y)[0] == 255);
    CHECK(image.pixel(37, y)[2] == 255);
    for (int x = 0; x < 40; ++x) CHECK(image.pixel(x, y)[3] == 255);
  }
  const Image noise = test::noise(13, 9);
  CHECK(test::largestDifference(Canvas::covering(noise, 13, 9)->toImage(), noise) <= 1);
}

TEST_CASE("a background without pixels or of impossible size is an error") {
  CHECK(!Canvas::covering(Image{}, 10, 10).has_value());
  CHECK(!Canvas::covering(test::noise(2, 2), 0, 10).has_value());
  CHECK(!Canvas::covering(test::noise(2, 2), 10, Canvas::max_side + 1).has_value());
}

}  // namespace
}  // namespace vide
