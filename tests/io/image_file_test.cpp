// SPDX-License-Identifier: MIT
#include "vide/io/image_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "tests/io/sample_pictures.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/image/coverage_from_image.hpp"

using namespace vide;

namespace {

Image noise(int width, int height, unsigned seed) {
  std::mt19937 draw(seed);
  Image image(width, height);
  for (auto& byte : image.rgba) byte = std::uint8_t(draw());
  return image;
}

double meanDifference(const Image& a, const Image& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) sum += std::abs(a.rgba[i] - b.rgba[i]);
  return sum / double(a.rgba.size());
}

}  // namespace

TEST_CASE("every kind of PNG reads the same as its RGBA twin") {
  for (const auto& kind : test::allPngKinds()) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {5, 3}, {23, 19}}) {
      const auto sample = test::PngMaker(kind, width, height, unsigned(width)).make();
      INFO(sample.name, ", ", width, " x ", height);
      CHECK(decodeImage(sample.bytes) == sample.rgba);
    }
  }
}

TEST_CASE("every 16-bit alpha is rounded, so half of full scale stays half") {
  std::vector<unsigned> samples;
  for (unsigned alpha = 0; alpha < 65536; ++alpha)
    samples.insert(samples.end(), {alpha / 2, alpha});
  const test::PngKind kind{PNG_COLOR_TYPE_GRAY_ALPHA, 16, false, false};
  const auto sample = test::PngMaker(kind, 256, 256, 1).useSamples(samples).make();
  const auto image = decodeImage(sample.bytes);
  REQUIRE(image);
  CHECK(*image == sample.rgba);
  CHECK(image->rgba[4 * 32767 + 3] == 127);
  CHECK(image->rgba[4 * 32768 + 3] == 128);
}

TEST_CASE("JPEG in colour and grey, baseline and progressive, is read") {
  for (const auto& [width, height] : {std::pair{1, 1}, {40, 24}, {17, 65}}) {
    const Image color = test::gradient(width, height);
    for (const bool progressive : {false, true}) {
      const auto rgb = decodeImage(test::makeJpeg(color, {.progressive = progressive}));
      REQUIRE(rgb);
      CHECK(meanDifference(*rgb, color) < 2);
      const auto level =
          decodeImage(test::makeJpeg(color, {.space = JCS_GRAYSCALE, .progressive = progressive}));
      REQUIRE(level);
      CHECK(meanDifference(*level, test::grey(color)) < 1);
    }
  }
}

TEST_CASE("CMYK JPEG is refused by name") {
  const auto image = decodeImage(test::makeJpeg(test::gradient(8, 8), {.space = JCS_CMYK}));
  REQUIRE_FALSE(image);
  CHECK(image.error().code == ErrorCode::unsupported);
  CHECK(image.error().message.find("CMYK") != std::string::npos);
}

TEST_CASE("WebP is read with its alpha, lossless ones exactly") {
  for (const auto& [width, height] : {std::pair{1, 1}, {40, 24}, {17, 65}}) {
    const Image soft = test::halfTransparent(test::gradient(width, height));
    CHECK(decodeImage(test::makeLosslessWebp(soft)) == soft);
    const auto lossy = decodeImage(test::makeLossyWebp(soft));
    REQUIRE(lossy);
    CHECK(meanDifference(*lossy, soft) < 3);
  }
}

TEST_CASE("bytes after the end of a picture do no harm") {
  for (auto sample : test::smallSamples(6, 5)) {
    INFO(sample.name);
    const auto plain = decodeImage(sample.bytes);
    REQUIRE(plain);
    sample.bytes.insert(sample.bytes.end(), 100, 0x55);
    CHECK(decodeImage(sample.bytes) == *plain);
  }
}

TEST_CASE("a picture comes back from PNG as it was, at every compression") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 40}, {40, 1}, {33, 17}}) {
    const Image image = noise(width, height, 1);
    for (int compression = 0; compression <= 9; ++compression) {
      const auto bytes = encodePng(image, {.compression = compression});
      REQUIRE(bytes);
      CHECK(decodeImage(*bytes) == image);
    }
  }
}

TEST_CASE("pictures written to a file are read back, and errors name the file") {
  const test::TemporaryFolder folder;
  const Image image = noise(20, 10, 2);
  REQUIRE(writePng(folder.file("a.png"), image));
  CHECK(readImage(folder.file("a.png")) == image);
  const auto missing = readImage(folder.file("b.png"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().message.find(folder.file("b.png") + ": ") == 0);
  const std::string text = "plain text";
  REQUIRE(writeFileAtomically(folder.file("c.png"),
                              std::vector<std::uint8_t>(text.begin(), text.end())));
  const auto wrong = readImage(folder.file("c.png"));
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == ErrorCode::unsupported);
  CHECK(wrong.error().message.find(folder.file("c.png") + ": ") == 0);
}

TEST_CASE("pictures above the pixel limit are refused before they are decoded") {
  for (const auto& sample : test::smallSamples(6, 5)) {
    INFO(sample.name);
    CHECK(decodeImage(sample.bytes, {.max_pixels = 30}));
    const auto refused = decodeImage(sample.bytes, {.max_pixels = 29});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::limit_exceeded);
    CHECK(refused.error().message.find("6 x 5") != std::string::npos);
    CHECK(refused.error().message.find("29") != std::string::npos);
  }
}

TEST_CASE("files above the byte limit are refused") {
  const test::TemporaryFolder folder;
  REQUIRE(writePng(folder.file("a.png"), noise(20, 10, 2)));
  const auto refused = readImage(folder.file("a.png"), {.max_file_bytes = 100});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::limit_exceeded);
}

TEST_CASE("what cannot be a PNG is not encoded") {
  const std::atomic<bool> stop = true;
  CHECK(encodePng(noise(4, 4, 1), {.progress = Progress({}, &stop)}).error().code ==
        ErrorCode::cancelled);
  CHECK(encodePng(Image{}).error().code == ErrorCode::invalid_argument);
  Image image = noise(3, 3, 1);
  CHECK_FALSE(encodePng(image, {.compression = -1}));
  CHECK_FALSE(encodePng(image, {.compression = 10}));
  image.rgba.pop_back();
  CHECK_FALSE(encodePng(image));
}

TEST_CASE("higher compression does not make a drawn picture larger") {
  const Image image = test::gradient(200, 200);
  const auto none = encodePng(image, {.compression = 0}), some = encodePng(image),
             most = encodePng(image, {.compression = 9});
  REQUIRE((none && some && most));
  CHECK(some->size() < none->size() / 4);
  CHECK(most->size() <= some->size());
}

TEST_CASE("every shared picture loads") {
  const auto folder = test::sharedFolder();
  if (!folder) return;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder + "/data")) {
    const auto extension = entry.path().extension();
    if (extension != ".png" && extension != ".jpg" && extension != ".webp") continue;
    INFO(entry.path().string());
    const auto image = readImage(entry.path().string());
    REQUIRE(image);
    CHECK(image->rgba.size() == 4 * std::size_t(image->width) * std::size_t(image->height));
    ++count;
  }
  CHECK(count >= 11);
}

TEST_CASE("shared masks belong to their pictures") {
  const auto folder = test::sharedFolder();
  if (!folder) return;
  for (const char* name : {"char1", "char2", "char4", "char5"}) {
    INFO(name);
    const std::string character = *folder + "/data/2d/AnimatedDrawings/" + name;
    const auto picture = readImage(character + "/texture.png");
    const auto mask = readImage(character + "/mask.png");
    REQUIRE((picture && mask));
    const auto coverage = coverageFromMask(*mask, {.picture = &*picture});
    REQUIRE(coverage);
    const auto inside = std::ranges::count(coverage->value, 255);
    CHECK(inside > std::ptrdiff_t(coverage->value.size()) / 5);
    CHECK(inside + std::ranges::count(coverage->value, 0) ==
          std::ptrdiff_t(coverage->value.size()));
  }
}
