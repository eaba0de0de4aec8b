// SPDX-License-Identifier: MIT
#include "vide/image/atlas.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace vide;

namespace {

// Sizes of pictures that look random and are the same every time.
std::vector<AtlasItem> family(int count, unsigned seed, int largest) {
  std::vector<AtlasItem> items;
  for (int i = 0; i < count; ++i) {
    const auto next = [&] {
      return int((seed = seed * 1664525u + 1013904223u) >> 16) % largest + 1;
    };
    const int width = next(), height = next();
    items.push_back({width, height});
  }
  return items;
}

struct Rectangle {
  int left, top, right, bottom;
};

// What belongs to a picture: itself, its repeated edges and half the gap.
Rectangle claimed(const AtlasItem& item, const AtlasPlace& place, int border) {
  return {place.x - border, place.y - border, place.x + item.width + border,
          place.y + item.height + border};
}

void checkLayout(const std::vector<AtlasItem>& items, const AtlasOptions& options) {
  const AtlasLayout layout = layOutAtlas(items, options);
  REQUIRE(layout.places.size() == items.size());
  for (std::size_t a = 0; a < items.size(); ++a) {
    const AtlasPlace& place = layout.places[a];
    REQUIRE(place.page < int(layout.pages.size()));
    const AtlasItem& page = layout.pages[std::size_t(place.page)];
    const Rectangle own = claimed(items[a], place, options.extrude + options.padding);
    CHECK(own.left >= 0);
    CHECK(own.top >= 0);
    CHECK(own.right <= page.width);
    CHECK(own.bottom <= page.height);
    for (std::size_t b = 0; b < a; ++b) {
      if (layout.places[b].page != place.page) continue;
      const Rectangle mine = claimed(items[a], place, options.extrude + options.padding);
      const Rectangle other = claimed(items[b], layout.places[b], options.extrude);
      const bool apart = mine.right <= other.left || other.right <= mine.left ||
                         mine.bottom <= other.top || other.bottom <= mine.top;
      CHECK(apart);
    }
  }
  for (const AtlasItem& page : layout.pages) {
    const bool alone = layout.pages.size() > 1 || items.size() == 1;
    if (alone) continue;
    CHECK(page.width <= options.largest);
    CHECK(page.height <= options.largest);
  }
}

Image painted(int width, int height, std::uint8_t tone) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.rgba.size(); ++i) image.rgba[i] = std::uint8_t(tone + i % 97);
  return image;
}

}  // namespace

TEST_CASE("pictures on an atlas keep their distance, whatever their sizes") {
  for (const int count : {1, 2, 7, 60}) {
    for (const unsigned seed : {1u, 5u, 9u}) {
      CAPTURE(count);
      CAPTURE(seed);
      checkLayout(family(count, seed, 90), {});
      checkLayout(family(count, seed, 90), {.padding = 0, .extrude = 0});
      checkLayout(family(count, seed, 90), {.padding = 5, .extrude = 3, .largest = 128});
    }
  }
}

TEST_CASE("an atlas has one page where one is enough, and is well filled") {
  const auto items = family(60, 3, 90);
  const AtlasLayout layout = layOutAtlas(items);
  REQUIRE(layout.pages.size() == 1);
  double used = 0;
  for (const AtlasItem& item : items) used += double(item.width) * item.height;
  CHECK(used > 0.6 * layout.pages[0].width * layout.pages[0].height);
}

TEST_CASE("a picture that is larger than a page gets one of its own") {
  const AtlasLayout layout =
      layOutAtlas(std::vector<AtlasItem>{{10, 10}, {500, 20}, {12, 12}}, {.largest = 64});
  CHECK(layout.pages.size() == 2);
  CHECK(layout.places[0].page == layout.places[2].page);
  CHECK(layout.pages[std::size_t(layout.places[1].page)].width >= 500);
}

TEST_CASE("a page shows every picture as it is, with its edges repeated around it") {
  const std::vector<Image> pictures{painted(5, 3, 10), painted(1, 1, 90), painted(2, 9, 150)};
  const std::vector<AtlasItem> items{{5, 3}, {1, 1}, {2, 9}};
  const AtlasOptions options{.padding = 2, .extrude = 2};
  const AtlasLayout layout = layOutAtlas(items, options);
  REQUIRE(layout.pages.size() == 1);
  const Image page = paintAtlasPage(layout, 0, pictures, options);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const AtlasPlace& place = layout.places[i];
    for (int row = -3; row < items[i].height + 3; ++row) {
      for (int column = -3; column < items[i].width + 3; ++column) {
        const std::uint8_t* pixel = page.pixel(place.x + column, place.y + row);
        const int away =
            std::max({-row, -column, row - items[i].height + 1, column - items[i].width + 1});
        if (away > 2) {
          CHECK(pixel[3] == 0);
          continue;
        }
        const std::uint8_t* own = pictures[i].pixel(std::clamp(column, 0, items[i].width - 1),
                                                    std::clamp(row, 0, items[i].height - 1));
        CHECK(std::equal(pixel, pixel + 4, own));
      }
    }
  }
}
