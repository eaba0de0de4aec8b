// SPDX-License-Identifier: MIT
#include "vide/formats/image_header.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/formats/foreign_files.hpp"

using namespace vide;
using namespace vide::test;
using namespace std::string_view_literals;

namespace {

struct Head {
  std::string_view bytes;
  std::string_view mime;
  int width, height;
};

// Written out by the three specifications, up to the last byte that the size needs.
constexpr Head heads[] = {
    {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\2\3\0\0\0\7"sv, "image/png", 0x010203, 7},
    // A comment, a table (whose marker lies among those of frames) and filler before the frame.
    {"\xFF\xD8\xFF\xFE\0\4ab\xFF\xC4\0\3x\xFF\xFF\xC2\0\x11\x08\1\2\3\4"sv, "image/jpeg", 0x0304,
     0x0102},
    {"RIFF\x16\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\xFF\1\0\2\0\1"sv, "image/webp", 0x0200, 0x010003},
    {"RIFF\x16\0\0\0WEBPVP8L\x0A\0\0\0\x2F\x04\x40\x02\0\0\0\0\0\0"sv, "image/webp", 5, 10},
    {"RIFF\x16\0\0\0WEBPVP8 \x0A\0\0\0\0\0\0\x9D\x01\x2A\x05\x40\x0A\x80"sv, "image/webp", 5, 10}};

}  // namespace

TEST_CASE("a picture's kind and size stand in its first bytes") {
  for (const Head& head : heads) {
    CAPTURE(head.mime);
    CHECK(imageMime(asBytes(head.bytes)) == head.mime);
    const auto header = readImageHeader(asBytes(head.bytes));
    REQUIRE(header);
    CHECK(header->mime == head.mime);
    CHECK(header->width == head.width);
    CHECK(header->height == head.height);
  }
}

TEST_CASE("a header that is cut off anywhere is an error") {
  for (const Head& head : heads) {
    for (std::size_t length = 0; length < head.bytes.size(); ++length) {
      const std::string exact(head.bytes.substr(0, length));
      const auto header = readImageHeader(asBytes(exact));
      CHECK_FALSE(header);
      if (!header) CHECK_FALSE(header.error().message.empty());
    }
  }
}

TEST_CASE("sizes of nothing and other kinds of file are refused") {
  std::string png(heads[0].bytes);
  png.replace(16, 4, 4, '\0');
  CHECK_FALSE(readImageHeader(asBytes(png)));
  png.replace(16, 4, "\xFF\xFF\xFF\xFF");
  CHECK_FALSE(readImageHeader(asBytes(png)));
  for (const std::string_view other : {"GIF89a.............................."sv, "%PDF-1.7"sv,
                                       "RIFF\0\0\0\0WAVE...................."sv, ""sv}) {
    CHECK(imageMime(asBytes(other)).empty());
    const auto header = readImageHeader(asBytes(other));
    REQUIRE_FALSE(header);
    CHECK(header.error().code == ErrorCode::unsupported);
  }
}
