// SPDX-License-Identifier: MIT
#include "vide/image/cut_parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace vide;

namespace {

// Every pixel its own colour.
Image colorful(int width, int height) {
  Image image(width, height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      std::uint8_t* pixel = image.pixel(column, row);
      pixel[0] = std::uint8_t(column);
      pixel[1] = std::uint8_t(row);
      pixel[3] = 255;
    }
  }
  return image;
}

Coverage disc(int width, int height, double x, double y, double radius) {
  Coverage part{.width = width, .height = height};
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const double dx = column - x, dy = row - y;
      part.value.push_back(dx * dx + dy * dy <= radius * radius ? 255 : 0);
    }
  }
  return part;
}

// Parts without soft edges lie over each other, back to front.
Image composed(const std::vector<Image>& parts) {
  Image image = parts[0];
  for (const Image& part : parts) {
    for (std::size_t i = 0; i < part.rgba.size(); i += 4) {
      if (part.rgba[i + 3] > 0) std::copy_n(&part.rgba[i], 4, &image.rgba[i]);
    }
  }
  return image;
}

}  // namespace

TEST_CASE("parts laid over each other are the picture again, and no part has a hole") {
  const Image picture = colorful(60, 50);
  std::mt19937 random(3);
  const auto number = [&](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  for (int round = 0; round < 20; ++round) {
    std::vector<Coverage> masks;
    for (int i = 0; i < 4; ++i) {
      masks.push_back(disc(60, 50, number(10, 50), number(10, 40), number(4, 20)));
    }
    const auto parts = cutParts(picture, masks);
    REQUIRE(parts.has_value());
    const Image whole = composed(*parts);
    for (std::size_t i = 0; i < picture.rgba.size() / 4; ++i) {
      const bool is_in_part =
          std::ranges::any_of(masks, [&](const Coverage& mask) { return mask.value[i] > 0; });
      const std::uint8_t* pixel = &whole.rgba[4 * i];
      CHECK(pixel[3] == (is_in_part ? 255 : 0));
      if (is_in_part) CHECK(std::equal(pixel, pixel + 4, &picture.rgba[4 * i]));
      for (std::size_t p = 0; p < masks.size(); ++p) {
        CHECK((*parts)[p].rgba[4 * i + 3] == masks[p].value[i]);
      }
    }
  }
}

TEST_CASE("what is hidden takes a colour of its own part from nearby") {
  const Image picture = colorful(60, 50);
  const std::vector<Coverage> masks = {disc(60, 50, 28, 25, 20), disc(60, 50, 35, 22, 11)};
  const auto parts = cutParts(picture, masks);
  REQUIRE(parts.has_value());
  for (int row = 0; row < 50; ++row) {
    for (int column = 0; column < 60; ++column) {
      if (masks[0].at(column, row) == 0 || masks[1].at(column, row) == 0) continue;
      // Colours say where they are from.
      const std::uint8_t* pixel = (*parts)[0].pixel(column, row);
      const int x = pixel[0], y = pixel[1];
      CHECK(masks[0].at(x, y) > 0);
      CHECK(masks[1].at(x, y) == 0);
      double nearest = std::numeric_limits<double>::infinity();
      for (int r = 0; r < 50; ++r) {
        for (int c = 0; c < 60; ++c) {
          if (masks[0].at(c, r) == 0 || masks[1].at(c, r) > 0) continue;
          nearest = std::min(nearest, std::hypot(c - column, r - row));
        }
      }
      CHECK(std::hypot(x - column, y - row) <= nearest + 0.5);
    }
  }
}

TEST_CASE("soft masks and clear pixels show as little as they should") {
  Image picture = colorful(3, 1);
  picture.pixel(1, 0)[3] = 90;
  picture.pixel(2, 0)[3] = 0;
  Coverage mask{.width = 3, .height = 1, .value = {100, 255, 255}};
  const auto parts = cutParts(picture, std::vector{mask});
  REQUIRE(parts.has_value());
  CHECK((*parts)[0].pixel(0, 0)[3] == 100);
  CHECK((*parts)[0].pixel(1, 0)[3] == 90);
  CHECK((*parts)[0].pixel(2, 0)[3] == 0);
}

TEST_CASE("a part that is hidden as a whole keeps what covers it") {
  const Image picture = colorful(20, 20);
  const auto parts =
      cutParts(picture, std::vector{disc(20, 20, 10, 10, 3), disc(20, 20, 10, 10, 8)});
  REQUIRE(parts.has_value());
  CHECK(
      std::equal((*parts)[0].pixel(10, 10), (*parts)[0].pixel(10, 10) + 4, picture.pixel(10, 10)));
}

TEST_CASE("parts of another size are refused, without parts there is nothing") {
  const Image picture = colorful(20, 20);
  CHECK_FALSE(cutParts(picture, std::vector{disc(20, 19, 5, 5, 3)}).has_value());
  CHECK(cutParts(picture, {})->empty());
}
