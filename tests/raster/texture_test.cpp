// SPDX-License-Identifier: MIT
#include "vide/raster/texture.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/raster/grid.hpp"
#include "vide/core/math.hpp"
#include "vide/core/transform.hpp"

namespace vide {
namespace {

using test::Grid;
using test::render;

TEST_CASE("a white shape among transparent black keeps its colour under every view") {
  Image image(32, 32);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) {
      if ((x - 16) * (x - 16) + (y - 16) * (y - 16) > 100) continue;
      std::fill_n(image.pixel(x, y), 4, std::uint8_t{255});
    }
  }
  const Texture texture(image);
  for (const double scale : {0.11, 0.4, 0.9, 1.0, 2.7}) {
    Grid grid(4, 32, 32);
    grid.move([](Vec2 p) { return xy(rotate(rotationInPlane(0.4), inPlane(p))); });
    const Image drawn = render(grid.draw(texture), {scale, {30, 95}}, 120, 120);
    int seen = 0;
    int dark = 0;
    for (std::size_t i = 0; i < drawn.rgba.size(); i += 4) {
      if (drawn.rgba[i + 3] == 0) continue;
      ++seen;
      dark += drawn.rgba[i] < 255 || drawn.rgba[i + 1] < 255 || drawn.rgba[i + 2] < 255;
    }
    CHECK(seen > 0);
    CHECK(dark == 0);
  }
}

// Mean of each premultiplied channel over the whole picture.
Vec3 meanColor(const Image& image) {
  Vec3 sum;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    const double alpha = image.rgba[i + 3] / 255.0;
    sum +=
        Vec3{double(image.rgba[i]), double(image.rgba[i + 1]), double(image.rgba[i + 2])} * alpha;
  }
  return sum / (double(image.rgba.size()) / 4);
}

TEST_CASE("a shrunken chequerboard becomes even grey, not a pattern") {
  Image image(256, 256);
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      std::fill_n(image.pixel(x, y), 3, std::uint8_t((x + y) % 2 == 0 ? 255 : 0));
      image.pixel(x, y)[3] = 255;
    }
  }
  const Texture texture(image);
  const Grid grid(8, 256, 256);
  for (const double scale : {0.5, 0.31, 0.125}) {
    const int side = int(256 * scale);
    const Image drawn = render(grid.draw(texture), {scale, {0, 256 * scale}}, side, side);
    int largest = 0;
    for (std::size_t i = 0; i < drawn.rgba.size(); i += 4) {
      if (drawn.rgba[i + 3] == 255) largest = std::max(largest, std::abs(drawn.rgba[i] - 128));
    }
    CHECK(largest <= 1);
  }
}

TEST_CASE("every mip level has the picture's mean") {
  const Image image = test::noise(64, 64);
  const Texture texture(image);
  CHECK(texture.levels().size() == 7);
  const Vec3 wanted = meanColor(image);
  for (const Texture::Level& level : texture.levels()) {
    Vec3 sum;
    for (int y = 0; y < level.height; ++y) {
      for (int x = 0; x < level.width; ++x) {
        const std::uint16_t* t = level.texel(x, y);
        sum += Vec3{double(t[0]), double(t[1]), double(t[2])} / 257.0;
      }
    }
    CHECK(length(sum / (double(level.width) * level.height) - wanted) < 0.02);
  }
}

TEST_CASE("pictures of any size have levels down to one texel") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {5, 1}, {3, 200}, {255, 257}}) {
    const Texture texture(test::noise(width, height));
    CHECK(texture.width() == width);
    CHECK(texture.height() == height);
    CHECK(texture.levels().back().width == 1);
    CHECK(texture.levels().back().height == 1);
    const Grid grid(2, width, height);
    for (const double scale : {0.05, 0.6, 1.0, 4.0}) {
      const Image drawn =
          render(grid.draw(texture), {scale, {0, height * scale}}, int(width * scale) + 1, 40);
      CHECK(drawn.width > 0);
    }
  }
}

// A picture whose colour is an affine function of the place shows that function under every
// affine view, wherever sampling stays away from the border.
TEST_CASE("sampling is exact for linear pictures") {
  Image image(64, 64);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      std::uint8_t* p = image.pixel(x, y);
      p[0] = std::uint8_t(4 * x);
      p[1] = std::uint8_t(4 * y);
      p[2] = std::uint8_t(2 * x + 2 * y);
      p[3] = 255;
    }
  }
  const Texture texture(image);
  for (const double scale : {0.3, 0.8, 1.0, 3.3}) {
    for (const double angle : {0.0, 0.7, 2.9}) {
      Grid grid(6, 64, 64);
      const Quat turn = rotationInPlane(angle);
      grid.move([&](Vec2 p) { return xy(rotate(turn, inPlane(p - Vec2{32, 32}))); });
      const Camera2D camera{scale, {110.3, 109.6}};
      const Image drawn = render(grid.draw(texture), camera, 220, 220);
      double largest = 0;
      for (int y = 0; y < 220; ++y) {
        for (int x = 0; x < 220; ++x) {
          const Vec2 p = camera.toDocument({x + 0.5, y + 0.5});
          const Vec2 source = xy(rotate(conjugate(turn), inPlane(p))) + Vec2{32, 32};
          const double margin = 2 + 2 / scale;
          if (std::min(source.x, source.y) < margin) continue;
          if (std::max(source.x, source.y) > 64 - margin) continue;
          const double red = 4 * (source.x - 0.5);
          const double green = 4 * (64 - source.y - 0.5);
          largest = std::max(largest, std::abs(drawn.pixel(x, y)[0] - red));
          largest = std::max(largest, std::abs(drawn.pixel(x, y)[1] - green));
        }
      }
      CHECK(largest < 0.6);
    }
  }
}

}  // namespace
}  // namespace vide
