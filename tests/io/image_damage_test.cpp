// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "tests/io/sample_pictures.hpp"
#include "vide/io/image_file.hpp"

using namespace vide;
using namespace std::string_view_literals;

namespace {

constexpr ImageLimits small_limits{.max_pixels = 1 << 16};

void checkValid(const Result<Image>& image) {
  if (image) {
    CHECK(image->width >= 1);
    CHECK(image->height >= 1);
    CHECK(image->rgba.size() == 4 * std::size_t(image->width) * std::size_t(image->height));
  } else {
    CHECK_FALSE(image.error().message.empty());
  }
}

// The sum that ends each PNG chunk (PNG specification, annex D).
std::uint32_t pngChecksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t sum = 0xffffffff;
  for (auto byte : bytes) {
    sum ^= byte;
    for (int bit = 0; bit < 8; ++bit) sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  }
  return ~sum;
}

void putBigEndian(test::Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes[at + std::size_t(i)] = std::uint8_t(value >> (24 - 8 * i));
}

// A header that promises more than the file holds, with a checksum that agrees.
void claimPngSize(test::Bytes& bytes, std::uint32_t width, std::uint32_t height) {
  constexpr std::size_t type = 12, size = 16, checksum = 29;
  putBigEndian(bytes, size, width);
  putBigEndian(bytes, size + 4, height);
  putBigEndian(bytes, checksum, pngChecksum(std::span(bytes).subspan(type, checksum - type)));
}

}  // namespace

TEST_CASE("every truncated picture is an error that says so") {
  for (const auto& sample : test::smallSamples(9, 7)) {
    INFO(sample.name);
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const auto image = decodeImage(std::span(sample.bytes).first(size), small_limits);
      CHECK_FALSE(image);
      checkValid(image);
    }
  }
}

TEST_CASE("damaged bytes give an error or a valid picture") {
  std::mt19937 draw(17);
  for (const auto& sample : test::smallSamples(9, 7)) {
    INFO(sample.name);
    for (int round = 0; round < 150; ++round) {
      auto bytes = sample.bytes;
      for (auto flips = 1 + draw() % 3; flips > 0; --flips) {
        bytes[draw() % bytes.size()] ^= std::uint8_t(1u << draw() % 8);
      }
      checkValid(decodeImage(bytes, small_limits));
    }
  }
}

TEST_CASE("any damage to a PNG is noticed") {
  const test::PngKind kind{PNG_COLOR_TYPE_PALETTE, 8, true, false};
  const auto sample = test::PngMaker(kind, 9, 7, 1).make();
  for (std::size_t at = 0; at < sample.bytes.size(); ++at) {
    auto bytes = sample.bytes;
    bytes[at] ^= 0x10;
    const auto image = decodeImage(bytes, small_limits);
    if (image) FAIL_CHECK("byte ", at, " may be changed unseen");
  }
}

TEST_CASE("a PNG header that promises a huge picture costs no memory") {
  auto bytes = test::PngMaker({PNG_COLOR_TYPE_GRAY, 1, false, false}, 9, 7, 1).make().bytes;
  claimPngSize(bytes, 16000, 16000);
  const auto image = decodeImage(bytes);
  REQUIRE_FALSE(image);
  CHECK(image.error().code == ErrorCode::malformed_data);
  claimPngSize(bytes, 0x7fffffff, 0x7fffffff);
  CHECK(decodeImage(bytes).error().code == ErrorCode::limit_exceeded);
  const ImageLimits none{.max_pixels = std::numeric_limits<std::int64_t>::max()};
  CHECK(decodeImage(bytes, none).error().code == ErrorCode::limit_exceeded);
}

TEST_CASE("a plain PNG of one colour is not mistaken for a forged one") {
  Image flat(3000, 2000);
  const auto bytes = encodePng(flat, {.compression = 9});
  REQUIRE(bytes);
  CHECK(decodeImage(*bytes) == flat);
}

TEST_CASE("a JPEG that asks for scan after scan is refused") {
  const auto plain =
      test::makeJpeg(test::gradient(16, 16), {.space = JCS_GRAYSCALE, .plain_scans = true});
  constexpr std::array<std::uint8_t, 2> scan_marker{0xff, 0xda}, table_marker{0xff, 0xc4};
  const auto first = std::ranges::search(plain, scan_marker);
  const auto next = std::search(first.end(), plain.end(), table_marker.begin(), table_marker.end());
  const auto withRepeats = [&](int count) {
    test::Bytes bytes(plain.begin(), first.begin());
    for (int i = 0; i <= count; ++i) bytes.insert(bytes.end(), first.begin(), next);
    bytes.insert(bytes.end(), next, plain.end());
    return decodeImage(bytes);
  };
  CHECK(withRepeats(10));
  const auto refused = withRepeats(2000);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::malformed_data);
  CHECK(refused.error().message.find("scans") != std::string::npos);
}

TEST_CASE("an animated WebP is refused by name") {
  // RIFF, an extended header whose animation flag is set, and the animation's own chunk.
  constexpr auto text =
      "RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x07\0\0\x07\0\0"
      "ANIM\x06\0\0\0\0\0\0\0\0\0"sv;
  const auto image = decodeImage(test::Bytes(text.begin(), text.end()));
  REQUIRE_FALSE(image);
  CHECK(image.error().code == ErrorCode::unsupported);
  CHECK(image.error().message.find("animation") != std::string::npos);
}
