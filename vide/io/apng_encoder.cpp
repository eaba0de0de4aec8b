// SPDX-License-Identifier: MIT
#include "vide/io/apng_encoder.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "vide/core/text.hpp"

namespace vide {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Region {
  int left = 0, top = 0, width = 0, height = 0;
};

// The rectangle of pixels that differ; one pixel where none does, since a frame cannot be empty.
Region changedRegion(const Image& before, const Image& now) {
  int left = now.width, right = -1, top = now.height, bottom = -1;
  const std::size_t row_bytes = 4 * std::size_t(now.width);
  for (int row = 0; row < now.height; ++row) {
    const std::uint8_t *a = before.pixel(0, row), *b = now.pixel(0, row);
    const auto first = std::mismatch(a, a + row_bytes, b).first - a;
    if (first == std::ptrdiff_t(row_bytes)) continue;
    std::ptrdiff_t last = std::ptrdiff_t(row_bytes) - 1;
    while (a[last] == b[last]) --last;
    left = std::min(left, static_cast<int>(first / 4));
    right = std::max(right, static_cast<int>(last / 4));
    top = std::min(top, row);
    bottom = row;
  }
  if (bottom < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

int paeth(int left, int up, int corner) {
  const int to_left = std::abs(up - corner), to_up = std::abs(left - corner);
  const int to_corner = std::abs(left + up - 2 * corner);
  if (to_left <= to_up && to_left <= to_corner) return left;
  return to_up <= to_corner ? up : corner;
}

// PNG's row filters, tried in turn; the one with the least sum of absolute differences stays.
// `row` and `above` are preceded by four zero bytes, the pixel left of the first.
void appendFiltered(const std::uint8_t* row, const std::uint8_t* above, std::size_t size,
                    Bytes& scratch, Bytes& out) {
  scratch.resize(4 * size);
  const std::array<std::uint8_t, 4> kinds = {0, 1, 2, 4};  // none, left, up, Paeth
  std::uint8_t *none = scratch.data(), *sub = none + size, *up = sub + size, *best = up + size;
  for (std::size_t i = 0; i < size; ++i) {
    const int left = row[std::ptrdiff_t(i) - 4], corner = above[std::ptrdiff_t(i) - 4];
    none[i] = row[i];
    sub[i] = static_cast<std::uint8_t>(row[i] - left);
    up[i] = static_cast<std::uint8_t>(row[i] - above[i]);
    best[i] = static_cast<std::uint8_t>(row[i] - paeth(left, above[i], corner));
  }
  std::size_t chosen = 0;
  long least = -1;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    long sum = 0;
    const std::uint8_t* candidate = scratch.data() + k * size;
    for (std::size_t i = 0; i < size; ++i) sum += std::abs(static_cast<std::int8_t>(candidate[i]));
    if (least < 0 || sum < least) {
      least = sum;
      chosen = k;
    }
  }
  out.push_back(kinds[chosen]);
  const std::uint8_t* data = scratch.data() + chosen * size;
  out.insert(out.end(), data, data + size);
}

Bytes compressRegion(const Image& image, const Region& region, int level) {
  const std::size_t size = 4 * std::size_t(region.width);
  Bytes filtered, scratch, above(size + 4), row(size + 4);
  filtered.reserve((size + 1) * std::size_t(region.height));
  for (int y = 0; y < region.height; ++y) {
    std::copy_n(image.pixel(region.left, region.top + y), size, row.begin() + 4);
    appendFiltered(row.data() + 4, above.data() + 4, size, scratch, filtered);
    std::swap(row, above);
  }
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(level), libdeflate_free_compressor);
  Bytes packed(libdeflate_zlib_compress_bound(compressor.get(), filtered.size()));
  packed.resize(libdeflate_zlib_compress(compressor.get(), filtered.data(), filtered.size(),
                                         packed.data(), packed.size()));
  return packed;
}

void append32(Bytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

void append16(Bytes& out, int value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8));
  out.push_back(static_cast<std::uint8_t>(value));
}

void appendChunk(Bytes& out, std::string_view name, const Bytes& data) {
  append32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  out.insert(out.end(), name.begin(), name.end());
  out.insert(out.end(), data.begin(), data.end());
  append32(out, libdeflate_crc32(0, out.data() + start, out.size() - start));
}

// A frame lasts `numerator` / `denominator` seconds, both 16 bits.
struct Delay {
  int numerator, denominator;
};

Delay delayFor(double frame_rate) {
  if (frame_rate == std::floor(frame_rate)) return {1, static_cast<int>(frame_rate)};
  const int denominator = frame_rate >= 1 ? 65535 : 1000;
  const double numerator = std::floor(denominator / frame_rate + 0.5);
  return {static_cast<int>(std::min(numerator, 65535.0)), denominator};
}

Bytes frameControl(std::uint32_t sequence, const Region& region, double frame_rate) {
  Bytes data;
  append32(data, sequence);
  for (int value : {region.width, region.height, region.left, region.top}) {
    append32(data, static_cast<std::uint32_t>(value));
  }
  const Delay delay = delayFor(frame_rate);
  append16(data, delay.numerator);
  append16(data, delay.denominator);
  data.insert(data.end(), {0, 0});  // leave the frame standing; replace what it covers
  return data;
}

}  // namespace

Result<ApngEncoder> ApngEncoder::create(const ApngOptions& options, ThreadPool* pool) {
  const auto bad = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text(pieces...));
  };
  if (options.width < 1 || options.height < 1) {
    return bad("animated PNG size ", options.width, " x ", options.height, " is empty");
  }
  if (!(options.frame_rate > 0 && options.frame_rate <= 1000)) {
    return bad("animated PNG frame rate ", options.frame_rate, " is outside 0..1000");
  }
  if (options.loops < 0) return bad("animated PNG loop count ", options.loops, " is negative");
  if (options.compression < 0 || options.compression > 12) {
    return bad("animated PNG compression ", options.compression, " is outside 0..12");
  }
  return ApngEncoder(options, pool);
}

Result<void> ApngEncoder::add(std::span<const Image> frames) {
  for (const Image& frame : frames) {
    if (frame.width != options_.width || frame.height != options_.height) {
      return fail(ErrorCode::invalid_argument,
                  text("a frame is ", frame.width, " x ", frame.height, ", the animated PNG ",
                       options_.width, " x ", options_.height));
    }
  }
  std::vector<Region> regions(frames.size());
  std::vector<Bytes> packed(frames.size());
  parallelFor(pool_, frames.size(), [&](std::size_t i) {
    const Image* before = i > 0 ? &frames[i - 1] : frames_ > 0 ? &last_ : nullptr;
    regions[i] =
        before ? changedRegion(*before, frames[i]) : Region{0, 0, options_.width, options_.height};
    packed[i] = compressRegion(frames[i], regions[i], options_.compression);
  });
  for (std::size_t i = 0; i < frames.size(); ++i) {
    appendChunk(chunks_, "fcTL", frameControl(sequence_++, regions[i], options_.frame_rate));
    if (frames_++ == 0) {
      appendChunk(chunks_, "IDAT", packed[i]);
      continue;
    }
    Bytes data;
    append32(data, sequence_++);
    data.insert(data.end(), packed[i].begin(), packed[i].end());
    appendChunk(chunks_, "fdAT", data);
  }
  if (!frames.empty()) last_ = frames.back();
  return {};
}

Result<std::vector<std::uint8_t>> ApngEncoder::finish() {
  if (frames_ == 0) {
    return fail(ErrorCode::invalid_argument, "an animated PNG needs at least one frame");
  }
  Bytes file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  Bytes header;
  append32(header, static_cast<std::uint32_t>(options_.width));
  append32(header, static_cast<std::uint32_t>(options_.height));
  header.insert(header.end(), {8, 6, 0, 0, 0});  // eight bits, red green blue alpha
  appendChunk(file, "IHDR", header);
  Bytes control;
  append32(control, frames_);
  append32(control, static_cast<std::uint32_t>(options_.loops));
  appendChunk(file, "acTL", control);
  file.insert(file.end(), chunks_.begin(), chunks_.end());
  appendChunk(file, "IEND", {});
  return file;
}

}  // namespace vide
