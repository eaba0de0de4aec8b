// SPDX-License-Identifier: MIT
#include "vide/formats/gif_encoder.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/support/gif_reader.hpp"

using namespace vide;
using vide::test::GifReader;

namespace {

std::vector<std::uint8_t> encode(GifOptions options, std::span<const Image> frames,
                                 std::size_t batch, ThreadPool* pool = nullptr) {
  auto encoder = GifEncoder::create(std::move(options), pool);
  REQUIRE(encoder);
  for (std::size_t i = 0; i < frames.size(); i += batch) {
    REQUIRE(encoder->add(frames.subspan(i, std::min(batch, frames.size() - i))));
  }
  auto bytes = encoder->finish();
  REQUIRE(bytes);
  return *bytes;
}

// Flat squares that move; bit f of `holes` says that frame f has transparent pixels.
std::vector<Image> movingSquares(int count, unsigned holes) {
  std::vector<Image> frames;
  for (int f = 0; f < count; ++f) {
    Image image(17, 9);
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 17; ++column) {
        const bool square = column >= f && column < f + 5 && row >= 2 && row < 7;
        std::uint8_t* p = image.pixel(column, row);
        if ((holes >> f & 1) && !square) continue;
        p[0] = square ? 200 : 10, p[1] = std::uint8_t(20 + f), p[2] = 30, p[3] = 255;
      }
    }
    frames.push_back(std::move(image));
  }
  return frames;
}

Image noise(int width, int height, unsigned seed) {
  std::mt19937 engine(seed);
  Image image(width, height);
  for (auto& byte : image.rgba) byte = std::uint8_t(engine());
  return image;
}

}  // namespace

TEST_CASE("few colours come back exactly, whatever mix of opaque and transparent frames") {
  for (unsigned holes = 0; holes < 32; ++holes) {
    const auto frames = movingSquares(5, holes);
    const GifOptions options{.width = 17, .height = 9, .palette = choosePalette(frames, 255)};
    const auto file = encode(options, frames, 5);
    CHECK(encode(options, frames, 1) == file);
    CHECK(encode(options, frames, 2) == file);
    const auto shown = GifReader(file).read();
    REQUIRE(shown.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) CHECK(shown[i].shown == frames[i]);
  }
}

TEST_CASE("noise fills and empties the code table without error") {
  const std::vector<Image> frames{noise(200, 150, 1), noise(200, 150, 2)};
  const auto shown = GifReader(encode({.width = 200, .height = 150}, frames, 2)).read();
  REQUIRE(shown.size() == 2);
  for (std::size_t f = 0; f < 2; ++f) {
    for (std::size_t i = 3; i < frames[f].rgba.size(); i += 4) {
      REQUIRE(shown[f].shown.rgba[i] == (frames[f].rgba[i] >= 128 ? 255 : 0));
    }
  }
}

// Stripes of all lengths from 1 on, so that runs begin, end and break off in every way.
Image stripes(int width, int height, int shortest) {
  Image image(width, height);
  std::size_t left = 0, length = std::size_t(shortest), color = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4, --left) {
    if (left == 0) {
      left = length++;
      ++color;
    }
    image.rgba[i] = std::uint8_t(60 * (color % 3));
    image.rgba[i + 3] = color % 5 == 0 ? 0 : 255;
    if (color % 5 == 0) image.rgba[i] = 0;
  }
  return image;
}

TEST_CASE("runs of any length come back exactly and cost little") {
  for (const int shortest : {1, 3000, 400000}) {
    const std::vector<Image> frames{stripes(1201, 997, shortest)};
    const auto file = encode({.width = 1201, .height = 997}, frames, 1);
    const auto shown = GifReader(file).read();
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].shown == frames[0]);
    // n repetitions of one index need about sqrt(2 n) codes of at most 12 bits.
    if (shortest == 400000) CHECK(file.size() < 3 * 1600);
  }
}

TEST_CASE("a gradient of many colours keeps its look") {
  Image picture(256, 128);
  for (int row = 0; row < 128; ++row) {
    for (int column = 0; column < 256; ++column) {
      std::uint8_t* p = picture.pixel(column, row);
      p[0] = std::uint8_t(column), p[1] = std::uint8_t(2 * row);
      p[2] = std::uint8_t((column + row) / 3), p[3] = 255;
    }
  }
  for (GifDither dither : {GifDither::none, GifDither::ordered}) {
    const auto file =
        encode({.width = 256, .height = 128, .dither = dither}, std::span(&picture, 1), 1);
    const Image shown = GifReader(file).read()[0].shown;
    double sum = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
      sum += std::abs(int(picture.rgba[i]) - int(shown.rgba[i]));
    }
    CHECK(sum / double(picture.rgba.size()) < 5);
  }
}

TEST_CASE("delays add up to the exact time") {
  for (double rate : {100.0, 30.0, 24.0, 12.5, 7.0, 0.5}) {
    const auto frames = movingSquares(12, 0);
    const auto file = encode({.width = 17, .height = 9, .frame_rate = rate}, frames, 12);
    int sum = 0;
    for (const auto& frame : GifReader(file).read()) sum += frame.delay;
    CHECK(std::abs(sum - 12 * 100 / rate) <= 0.5);
  }
}

TEST_CASE("the file does not depend on the number of threads") {
  ThreadPool pool(3);
  const std::vector<Image> frames{noise(64, 64, 1), noise(64, 64, 2), noise(64, 64, 3)};
  CHECK(encode({.width = 64, .height = 64}, frames, 3) ==
        encode({.width = 64, .height = 64}, frames, 3, &pool));
}

TEST_CASE("loops are written as viewers count them") {
  const auto frames = movingSquares(1, 0);
  for (const auto& [asked, stored] : {std::pair{0, 0}, {1, -1}, {2, 1}}) {
    const auto file = encode({.width = 17, .height = 9, .loops = asked}, frames, 1);
    GifReader reader(file);
    reader.read();
    CHECK(reader.loops() == stored);
  }
}

TEST_CASE("what a GIF cannot hold is refused") {
  CHECK(!GifEncoder::create({.width = 0, .height = 5}));
  CHECK(!GifEncoder::create({.width = 5, .height = 70000}));
  CHECK(!GifEncoder::create({.width = 5, .height = 5, .frame_rate = 0}));
  CHECK(!GifEncoder::create({.width = 5, .height = 5, .frame_rate = 101}));
  CHECK(!GifEncoder::create({.width = 5, .height = 5, .loops = -1}));
  CHECK(!GifEncoder::create({.width = 5, .height = 5, .palette = std::vector<Color>(256)}));
  auto encoder = GifEncoder::create({.width = 5, .height = 5});
  REQUIRE(encoder);
  const Image other(4, 5);
  CHECK(!encoder->add(std::span(&other, 1)));
  CHECK(!encoder->finish());
}

TEST_CASE("an empty frame is allowed") {
  const std::vector<Image> frames{Image(8, 8), Image(8, 8)};
  const auto shown = GifReader(encode({.width = 8, .height = 8}, frames, 2)).read();
  REQUIRE(shown.size() == 2);
  CHECK(shown[1].shown == frames[1]);
}
