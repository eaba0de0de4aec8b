// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fuzz/require.hpp"
#include "vide/image/coverage_from_image.hpp"
#include "vide/io/image_file.hpp"

namespace {

void checkCoverage(const vide::Result<vide::Coverage>& coverage, const vide::Image& image) {
  if (!coverage) return;
  require(coverage->width == image.width && coverage->height == image.height);
  require(coverage->value.size() == image.rgba.size() / 4);
  require(coverage->threshold > 0);
}

void checkDecoding(std::span<const std::uint8_t> bytes) {
  const auto image = vide::decodeImage(bytes, {.max_pixels = 1 << 18});
  if (!image) {
    require(!image.error().message.empty());
    return;
  }
  require(image->width > 0 && image->height > 0);
  require(image->rgba.size() == 4 * std::size_t(image->width) * std::size_t(image->height));
  checkCoverage(vide::coverageFromAlpha(*image), *image);
  checkCoverage(vide::coverageFromMask(*image), *image);
  checkCoverage(vide::coverageFromBackground(*image), *image);
  const auto again = vide::encodePng(*image, {.compression = 1});
  require(again && vide::decodeImage(*again) == *image);
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

// Damage to a PNG mostly ends at a chunk's checksum; correcting those lets it reach what is behind.
void correctPngChecksums(std::span<std::uint8_t> bytes) {
  constexpr std::size_t signature = 8, around = 12;  // length, type and checksum
  for (std::size_t at = signature; at + around <= bytes.size();) {
    const auto chunk = bytes.subspan(at);
    const auto length = std::size_t(chunk[0]) << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3];
    if (length > chunk.size() - around) return;
    const auto sum = pngChecksum(chunk.subspan(4, 4 + length));
    for (std::size_t i = 0; i < 4; ++i) chunk[8 + length + i] = std::uint8_t(sum >> (24 - 8 * i));
    at += around + length;
  }
}

bool isPng(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view signature = "\x89PNG";
  return bytes.size() > signature.size() &&
         std::equal(signature.begin(), signature.end(), bytes.begin(),
                    [](char a, std::uint8_t b) { return std::uint8_t(a) == b; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  checkDecoding(bytes);
  if (isPng(bytes)) {
    std::vector<std::uint8_t> corrected(bytes.begin(), bytes.end());
    correctPngChecksums(corrected);
    checkDecoding(corrected);
  }
  return 0;
}
