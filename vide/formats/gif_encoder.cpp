// SPDX-License-Identifier: MIT
#include "vide/formats/gif_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/lzw.hpp"

namespace vide {
namespace {

enum class Disposal : std::uint8_t { keep = 1, clear = 2 };

// Columns left..right and rows top..bottom, ends included.
struct Region {
  int left, top, right, bottom;

  int width() const { return right - left + 1; }
  int height() const { return bottom - top + 1; }
};

// The smallest region with all pixels for which `wanted` holds; one pixel where there is none.
template <class Wanted>
Region regionOf(int width, int height, Wanted wanted) {
  Region region{width, height, -1, -1};
  for (int row = 0; row < height; ++row) {
    const std::size_t start = std::size_t(row) * std::size_t(width);
    int first = 0;
    while (first < width && !wanted(start + std::size_t(first))) ++first;
    if (first == width) continue;
    int last = width - 1;
    while (!wanted(start + std::size_t(last))) --last;
    region.left = std::min(region.left, first);
    region.right = std::max(region.right, last);
    region.top = std::min(region.top, row);
    region.bottom = row;
  }
  return region.bottom < 0 ? Region{0, 0, 0, 0} : region;
}

void append16(std::vector<std::uint8_t>& out, int value) {
  out.push_back(static_cast<std::uint8_t>(value));
  out.push_back(static_cast<std::uint8_t>(value >> 8));
}

// An 8 x 8 ordered dither matrix (B. Bayer, ICC 1973), as offsets around zero in 128ths.
constexpr int bayerOffset(int column, int row) {
  int value = 0;
  for (int bit = 0; bit < 3; ++bit) {
    const int x = column >> bit & 1, y = row >> bit & 1;
    value |= ((x ^ y) << 1 | y) << (2 * (2 - bit));
  }
  return 2 * value - 63;
}

constexpr auto bayer = [] {
  std::array<std::array<int, 8>, 8> table{};
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) table[row][column] = bayerOffset(column, row);
  }
  return table;
}();

std::uint8_t shifted(std::uint8_t level, int offset) {
  return static_cast<std::uint8_t>(std::clamp(level + offset, 0, 255));
}

int tableBits(std::size_t palette_size) {  // one more entry stands for transparent
  return std::max(2, static_cast<int>(std::bit_width(palette_size)));
}

}  // namespace

Result<GifEncoder> GifEncoder::create(GifOptions options, ThreadPool* pool) {
  if (options.width < 1 || options.height < 1 || options.width > 65535 || options.height > 65535) {
    return fail(ErrorCode::invalid_argument, text("GIF size ", options.width, " x ", options.height,
                                                  " is outside 1..65535; choose another size"));
  }
  if (!(options.frame_rate > 0 && options.frame_rate <= 100)) {
    return fail(ErrorCode::invalid_argument, text("GIF frame rate ", options.frame_rate,
                                                  " is outside 0..100; choose another rate"));
  }
  if (options.loops < 0 || options.loops > 65535) {
    return fail(ErrorCode::invalid_argument,
                text("GIF loop count ", options.loops, " is outside 0..65535"));
  }
  if (options.palette.size() > 255) {
    return fail(ErrorCode::invalid_argument,
                text("a GIF palette of ", options.palette.size(),
                     " colours leaves no room for transparency; give at most 255"));
  }
  return GifEncoder(std::move(options), pool);
}

GifEncoder::GifEncoder(GifOptions options, ThreadPool* pool)
    : options_(std::move(options)), pool_(pool) {
  if (!options_.palette.empty()) map_.emplace(options_.palette);
}

void GifEncoder::writeHeader() {
  const auto palette = map_->palette();
  const int bits = tableBits(palette.size());
  for (char c : {'G', 'I', 'F', '8', '9', 'a'}) bytes_.push_back(static_cast<std::uint8_t>(c));
  append16(bytes_, options_.width);
  append16(bytes_, options_.height);
  bytes_.push_back(static_cast<std::uint8_t>(0xf0 | (bits - 1)));  // a global table of 2^bits
  bytes_.push_back(static_cast<std::uint8_t>(palette.size()));     // background: transparent
  bytes_.push_back(0);
  for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
    const Color color = i < palette.size() ? palette[i] : Color{};
    bytes_.insert(bytes_.end(), {color.r, color.g, color.b});
  }
  if (options_.loops == 1) return;  // playing once is what a file without this block does
  bytes_.insert(bytes_.end(), {0x21, 0xff, 11});
  for (char c : {'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E', '2', '.', '0'}) {
    bytes_.push_back(static_cast<std::uint8_t>(c));
  }
  bytes_.insert(bytes_.end(), {3, 1});
  append16(bytes_, options_.loops == 0 ? 0 : options_.loops - 1);
  bytes_.push_back(0);
}

GifEncoder::IndexedFrame GifEncoder::toIndices(const Image& frame) const {
  const auto transparent = static_cast<std::uint8_t>(map_->palette().size());
  const int strength = options_.dither == GifDither::ordered ? map_->spacing() : 0;
  IndexedFrame indexed{std::vector<std::uint8_t>(frame.rgba.size() / 4)};
  for (int row = 0; row < frame.height; ++row) {
    const std::uint8_t* pixel = frame.pixel(0, row);
    std::uint8_t* out = indexed.indices.data() + std::size_t(row) * std::size_t(frame.width);
    // Pictures are full of runs: a colour that needs no dithering keeps its index while it lasts.
    Color run{0, 0, 0, 0};
    std::uint8_t run_index = transparent;
    for (int column = 0; column < frame.width; ++column, pixel += 4) {
      const Color color{pixel[0], pixel[1], pixel[2], 255};
      if (pixel[3] < 128) {
        out[column] = transparent;
        indexed.opaque = false;
      } else if (color == run) {
        out[column] = run_index;
      } else {
        const std::uint8_t plain = map_->nearest(color);
        const int offset = bayer[row & 7][column & 7] * strength / 128;
        if (strength == 0 || map_->palette()[plain] == color) {
          run = color;
          run_index = plain;
        }
        out[column] = offset == 0 || run == color
                          ? plain
                          : map_->nearest({shifted(color.r, offset), shifted(color.g, offset),
                                           shifted(color.b, offset)});
      }
    }
  }
  return indexed;
}

std::vector<std::uint8_t> GifEncoder::encodeFrame(const IndexedFrame* previous,
                                                  const IndexedFrame& frame,
                                                  const IndexedFrame* next, int delay) const {
  const std::size_t palette_size = map_->palette().size();
  const auto transparent = static_cast<std::uint8_t>(palette_size);
  const bool keep = frame.opaque && (!next || next->opaque);
  const bool delta = keep && previous && previous->opaque;
  const auto& now = frame.indices;
  const auto differs = [&](std::size_t i) { return now[i] != previous->indices[i]; };
  const auto is_drawn = [&](std::size_t i) { return now[i] != transparent; };
  const Region region = delta ? regionOf(options_.width, options_.height, differs)
                              : regionOf(options_.width, options_.height, is_drawn);

  std::vector<std::uint8_t> cut;
  cut.reserve(std::size_t(region.width()) * std::size_t(region.height()));
  for (int row = region.top; row <= region.bottom; ++row) {
    const std::size_t start = std::size_t(row) * std::size_t(options_.width);
    for (std::size_t i = start + std::size_t(region.left); i <= start + std::size_t(region.right);
         ++i) {
      cut.push_back(delta && !differs(i) ? transparent : now[i]);
    }
  }

  std::vector<std::uint8_t> out;
  const auto disposal = static_cast<std::uint8_t>(keep ? Disposal::keep : Disposal::clear);
  out.insert(out.end(), {0x21, 0xf9, 4, static_cast<std::uint8_t>(disposal << 2 | 1)});
  append16(out, delay);
  out.insert(out.end(), {transparent, 0, 0x2c});
  append16(out, region.left);
  append16(out, region.top);
  append16(out, region.width());
  append16(out, region.height());
  out.push_back(0);
  detail::appendLzw(cut, tableBits(palette_size), out);
  return out;
}

int GifEncoder::nextDelay() {
  const auto at = [&](std::int64_t frame) {
    return static_cast<std::int64_t>(std::floor(double(frame) * 100 / options_.frame_rate + 0.5));
  };
  const std::int64_t delay = at(delays_given_ + 1) - at(delays_given_);
  ++delays_given_;
  return static_cast<int>(std::min<std::int64_t>(delay, 65535));
}

Result<void> GifEncoder::add(std::span<const Image> frames) {
  if (frames.empty()) return {};
  for (const Image& frame : frames) {
    if (frame.width != options_.width || frame.height != options_.height) {
      return fail(ErrorCode::invalid_argument,
                  text("a GIF frame is ", frame.width, " x ", frame.height, ", the animation ",
                       options_.width, " x ", options_.height));
    }
  }
  if (!map_) map_.emplace(choosePalette(frames, 255));
  if (bytes_.empty()) writeHeader();

  std::vector<IndexedFrame> sequence(frames.size());
  parallelFor(pool_, frames.size(), [&](std::size_t i) { sequence[i] = toIndices(frames[i]); });
  if (waiting_) sequence.insert(sequence.begin(), std::move(*waiting_));

  const std::size_t ready = sequence.size() - 1;
  std::vector<int> delays(ready);
  for (int& delay : delays) delay = nextDelay();
  std::vector<std::vector<std::uint8_t>> encoded(ready);
  parallelFor(pool_, ready, [&](std::size_t i) {
    const IndexedFrame* before = i > 0 ? &sequence[i - 1] : previous_ ? &*previous_ : nullptr;
    encoded[i] = encodeFrame(before, sequence[i], &sequence[i + 1], delays[i]);
  });
  for (const auto& part : encoded) bytes_.insert(bytes_.end(), part.begin(), part.end());
  if (ready > 0) previous_ = std::move(sequence[ready - 1]);
  waiting_ = std::move(sequence[ready]);
  return {};
}

Result<std::vector<std::uint8_t>> GifEncoder::finish() {
  if (!waiting_) return fail(ErrorCode::invalid_argument, "a GIF needs at least one frame");
  const auto last = encodeFrame(previous_ ? &*previous_ : nullptr, *waiting_, nullptr, nextDelay());
  bytes_.insert(bytes_.end(), last.begin(), last.end());
  bytes_.push_back(0x3b);
  return std::move(bytes_);
}

}  // namespace vide
