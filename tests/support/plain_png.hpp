// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/image/image.hpp"

// PNGs without compression, for tests on floors that have no codecs (and in the browser's build).
namespace vide::test {
namespace plain_png {

using Bytes = std::vector<std::uint8_t>;

inline void append(Bytes& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(std::uint8_t(number >> shift));
}

inline std::uint32_t crc(const std::uint8_t* bytes, std::size_t count) {
  std::uint32_t sum = 0xffffffff;
  for (std::size_t i = 0; i < count; ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) sum = sum & 1 ? 0xedb88320 ^ (sum >> 1) : sum >> 1;
  }
  return ~sum;
}

inline void appendChunk(Bytes& file, std::string_view kind, const Bytes& content) {
  append(file, std::uint32_t(content.size()));
  const std::size_t start = file.size();
  file.insert(file.end(), kind.begin(), kind.end());
  file.insert(file.end(), content.begin(), content.end());
  append(file, crc(file.data() + start, file.size() - start));
}

// A zlib stream of stored blocks.
inline Bytes stored(const Bytes& data) {
  constexpr std::size_t most = 65535;
  Bytes stream = {0x78, 0x01};
  for (std::size_t at = 0; at < data.size(); at += most) {
    const std::size_t count = std::min(most, data.size() - at);
    const bool is_last = at + count == data.size();
    stream.insert(stream.end(),
                  {std::uint8_t(is_last), std::uint8_t(count), std::uint8_t(count >> 8),
                   std::uint8_t(~count), std::uint8_t(~count >> 8)});
    stream.insert(stream.end(), data.begin() + std::ptrdiff_t(at),
                  data.begin() + std::ptrdiff_t(at + count));
  }
  std::uint32_t a = 1, b = 0;
  for (const std::uint8_t byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  append(stream, b << 16 | a);
  return stream;
}

}  // namespace plain_png

// As ShapeOptions takes an encoder.
inline Result<std::vector<std::uint8_t>> plainPng(const Image& image) {
  plain_png::Bytes rows;
  for (int row = 0; row < image.height; ++row) {
    rows.push_back(0);
    rows.insert(rows.end(), image.pixel(0, row), image.pixel(0, row) + 4 * image.width);
  }
  plain_png::Bytes header;
  plain_png::append(header, std::uint32_t(image.width));
  plain_png::append(header, std::uint32_t(image.height));
  header.insert(header.end(), {8, 6, 0, 0, 0});
  plain_png::Bytes file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  plain_png::appendChunk(file, "IHDR", header);
  plain_png::appendChunk(file, "IDAT", plain_png::stored(rows));
  plain_png::appendChunk(file, "IEND", {});
  return file;
}

// The picture in what plainPng wrote, and in nothing else.
inline Image plainPngImage(const std::vector<std::uint8_t>& file) {
  const auto number = [&](std::size_t at) {
    return int(file[at] << 24 | file[at + 1] << 16 | file[at + 2] << 8 | file[at + 3]);
  };
  Image image(number(16), number(20));
  const std::size_t row_bytes = 4 * std::size_t(image.width) + 1;
  plain_png::Bytes rows;
  std::size_t at = 43;  // the first stored block: behind signature, IHDR, IDAT's head and zlib's
  while (rows.size() < row_bytes * std::size_t(image.height)) {
    const std::size_t count = std::size_t(file[at + 1]) | std::size_t(file[at + 2]) << 8;
    const auto start = file.begin() + std::ptrdiff_t(at + 5);
    rows.insert(rows.end(), start, start + std::ptrdiff_t(count));
    at += 5 + count;
  }
  for (int row = 0; row < image.height; ++row) {
    const auto start = rows.begin() + std::ptrdiff_t(std::size_t(row) * row_bytes + 1);
    std::copy(start, start + 4 * image.width, image.pixel(0, row));
  }
  return image;
}

}  // namespace vide::test
