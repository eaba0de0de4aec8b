// SPDX-License-Identifier: MIT
#include "vide/formats/gif_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "vide/core/text.hpp"
#include "vide/formats/detail/indexed_frame.hpp"
#include "vide/formats/detail/lzw.hpp"

namespace vide {
namespace {

using detail::IndexedFrame;
using detail::PixelBox;

enum class Disposal : std::uint8_t { keep = 1, clear = 2 };

void append16(std::vector<std::uint8_t>& out, int value) {
  out.push_back(static_cast<std::uint8_t>(value));
  out.push_back(static_cast<std::uint8_t>(value >> 8));
}

int tableBits(std::size_t palette_size) {  // one more entry stands for transparent
  return std::max(2, static_cast<int>(std::bit_width(palette_size)));
}

std::vector<std::uint8_t> indicesIn(const PixelBox& box, const IndexedFrame& frame) {
  std::vector<std::uint8_t> out;
  out.reserve(std::size_t(box.width()) * std::size_t(box.height()));
  for (int y = box.top; y < box.bottom; ++y) {
    out.insert(out.end(), frame.row(y) + box.left, frame.row(y) + box.right);
  }
  return out;
}

// As indicesIn, with `transparent` where nothing has changed.
std::vector<std::uint8_t> changesIn(const PixelBox& box, const IndexedFrame& before,
                                    const IndexedFrame& frame, std::uint8_t transparent) {
  std::vector<std::uint8_t> out = indicesIn(box, frame);
  std::uint8_t* index = out.data();
  for (int y = box.top; y < box.bottom; ++y) {
    const std::uint8_t* old = before.row(y) + box.left;
    for (int x = 0; x < box.width(); ++x, ++index) {
      if (*index == old[x]) *index = transparent;
    }
  }
  return out;
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

GifEncoder::GifEncoder(GifEncoder&&) noexcept = default;
GifEncoder& GifEncoder::operator=(GifEncoder&&) noexcept = default;
GifEncoder::~GifEncoder() = default;

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

std::vector<std::uint8_t> GifEncoder::encodeFrame(const IndexedFrame* previous,
                                                  const IndexedFrame& frame,
                                                  const IndexedFrame* next, int delay) const {
  const std::size_t palette_size = map_->palette().size();
  const auto transparent = static_cast<std::uint8_t>(palette_size);
  const bool keep = frame.opaque && (!next || next->opaque);
  const bool delta = keep && previous && previous->opaque;
  PixelBox box = delta ? detail::changedBox(*previous, frame) : frame.drawn;
  if (box.width() == 0) box = {0, 0, 1, 1};  // a frame without a pixel is not allowed
  const std::vector<std::uint8_t> indices =
      delta ? changesIn(box, *previous, frame, transparent) : indicesIn(box, frame);

  std::vector<std::uint8_t> out;
  const auto disposal = static_cast<std::uint8_t>(keep ? Disposal::keep : Disposal::clear);
  out.insert(out.end(), {0x21, 0xf9, 4, static_cast<std::uint8_t>(disposal << 2 | 1)});
  append16(out, delay);
  out.insert(out.end(), {transparent, 0, 0x2c});
  append16(out, box.left);
  append16(out, box.top);
  append16(out, box.width());
  append16(out, box.height());
  out.push_back(0);
  detail::appendLzw(indices, tableBits(palette_size), out);
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

  const int dither = options_.dither == GifDither::ordered ? map_->spacing() : 0;
  std::vector<IndexedFrame> sequence(frames.size());
  parallelFor(pool_, frames.size(),
              [&](std::size_t i) { sequence[i] = detail::toIndices(frames[i], *map_, dither); });
  if (waiting_) sequence.insert(sequence.begin(), std::move(*waiting_));

  const std::size_t ready = sequence.size() - 1;
  std::vector<int> delays(ready);
  for (int& delay : delays) delay = nextDelay();
  std::vector<std::vector<std::uint8_t>> encoded(ready);
  parallelFor(pool_, ready, [&](std::size_t i) {
    const IndexedFrame* before = i > 0 ? &sequence[i - 1] : previous_.get();
    encoded[i] = encodeFrame(before, sequence[i], &sequence[i + 1], delays[i]);
  });
  for (const auto& part : encoded) bytes_.insert(bytes_.end(), part.begin(), part.end());
  if (ready > 0) previous_ = std::make_unique<IndexedFrame>(std::move(sequence[ready - 1]));
  waiting_ = std::make_unique<IndexedFrame>(std::move(sequence[ready]));
  return {};
}

Result<std::vector<std::uint8_t>> GifEncoder::finish() {
  if (!waiting_) return fail(ErrorCode::invalid_argument, "a GIF needs at least one frame");
  const auto last = encodeFrame(previous_.get(), *waiting_, nullptr, nextDelay());
  bytes_.insert(bytes_.end(), last.begin(), last.end());
  bytes_.push_back(0x3b);
  return std::move(bytes_);
}

}  // namespace vide
