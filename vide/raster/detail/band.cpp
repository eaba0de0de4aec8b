// SPDX-License-Identifier: MIT
#include "vide/raster/detail/band.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "vide/raster/detail/blend_pixel.hpp"

namespace vide::detail {

namespace {

constexpr PixelRange untouched{Canvas::max_side, 0};

bool isOne(Float4 c) { return c[0] == 1 && c[1] == 1 && c[2] == 1 && c[3] == 1; }

template <BlendMode mode>
void layRowOver(std::uint16_t* canvas, const std::uint16_t* layer, PixelRange range, Float4 factor,
                const std::uint16_t* clip) {
  const Float4 to_one = splat(1 / full);
  const Float4 scaled_factor = factor * to_one;
  const bool replaces = mode == BlendMode::normal && !clip && isOne(factor);
  for (int x = range.begin; x < range.end; ++x) {
    const std::uint64_t bits = pixelBits(layer + 4 * x);
    if (bits == 0) continue;
    if (replaces && isOpaque(bits)) {
      std::memcpy(canvas + 4 * x, &bits, sizeof bits);
      continue;
    }
    Float4 source = loadPixel(layer + 4 * x) * scaled_factor;
    if (clip) source *= splat(float(clip[4 * x + 3]) * (1 / full));
    const Float4 backdrop = loadPixel(canvas + 4 * x) * to_one;
    storePixel(canvas + 4 * x, blend<mode>(source, backdrop) * splat(full));
  }
}

using RowBlend = void (*)(std::uint16_t*, const std::uint16_t*, PixelRange, Float4,
                          const std::uint16_t*);

RowBlend rowBlendOf(BlendMode mode) {
  switch (mode) {
    case BlendMode::add:
      return layRowOver<BlendMode::add>;
    case BlendMode::multiply:
      return layRowOver<BlendMode::multiply>;
    case BlendMode::screen:
      return layRowOver<BlendMode::screen>;
    case BlendMode::normal:
      break;
  }
  return layRowOver<BlendMode::normal>;
}

// The pixels a stretch of x covers, within the canvas.
PixelRange pixelsOf(double from, double to, int width) {
  const double first = std::clamp(std::floor(from), 0.0, double(width));
  const double end = std::clamp(std::floor(to) + 1, 0.0, double(width));
  return {int(first), int(end)};
}

}  // namespace

int Band::rowsFor(int width) { return std::clamp(16384 / std::max(width, 1), 8, 64); }

void Band::moveTo(int first_row, int end_row, int width) {
  first_row_ = first_row;
  end_row_ = end_row;
  used_slots_ = 0;
  if (width == width_) return;
  width_ = width;
  const auto rows = std::size_t(rowsFor(width));
  words_per_row_ = (std::size_t(width) + 63) / 64;
  marks_.assign(words_per_row_ * rows, 0);
  touched_.assign(rows, untouched);
  const std::size_t pixels = rows * std::size_t(width);
  if (pixels <= capacity_) return;
  capacity_ = pixels;
  layer_ = std::make_unique<std::uint16_t[]>(4 * pixels);
  samples_ = std::make_unique_for_overwrite<std::uint16_t[]>(4 * samples_per_pixel * pixels);
  slot_ = std::make_unique_for_overwrite<std::uint32_t[]>(pixels);
}

void Band::mark(const ScreenEdge& edge) {
  // Vertices are rounded by up to half a subpixel; the margin is generous, as extra marks are safe.
  constexpr double margin = 4.0 / subpixels;
  const Vec2 top = edge.from.y <= edge.to.y ? edge.from : edge.to;
  const Vec2 bottom = edge.from.y <= edge.to.y ? edge.to : edge.from;
  const double first = std::max(std::floor(top.y - margin), double(first_row_));
  const double last = std::min(std::floor(bottom.y + margin), double(end_row_ - 1));
  const auto [left, right] = std::minmax(top.x, bottom.x);
  const double slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0;
  for (double y = first; y <= last; ++y) {
    double from = left;
    double to = right;
    if (bottom.y - top.y > margin) {
      const double upper = top.x + slope * (y - margin - top.y);
      const double lower = top.x + slope * (y + 1 + margin - top.y);
      from = std::max(from, std::min(upper, lower));
      to = std::min(to, std::max(upper, lower));
    }
    markRange(int(y), pixelsOf(from - margin, to + margin, width_));
  }
}

void Band::markRange(int y, PixelRange range) {
  std::uint64_t* row = marks(y);
  for (int x = range.begin; x < range.end; ++x) {
    const std::uint64_t bit = std::uint64_t{1} << (x % 64);
    if (row[x / 64] & bit) continue;
    row[x / 64] |= bit;
    slot_[index(x, y)] = used_slots_;
    std::fill_n(samples_.get() + 4 * samples_per_pixel * std::size_t(used_slots_),
                4 * samples_per_pixel, std::uint16_t{0});
    ++used_slots_;
  }
  if (range.begin < range.end) touch(y, range);
}

// Replaces the samples of the row's marked pixels by their mean.
void Band::resolve(int y) {
  const PixelRange range = touched_[std::size_t(y - first_row_)];
  for (int x = nextMarked(range.begin, range.end, y); x < range.end;
       x = nextMarked(x + 1, range.end, y)) {
    const std::uint16_t* sample = samples(x, y);
    Float4 sum = splat(0);
    for (int s = 0; s < samples_per_pixel; ++s) sum += loadPixel(sample + 4 * s);
    storePixel(row(y) + 4 * x, sum * splat(1.0F / samples_per_pixel));
  }
  std::fill_n(marks(y), words_per_row_, std::uint64_t{0});
}

void Band::layOver(Canvas& canvas, const LayerBlend& blend) {
  const RowBlend row_blend = rowBlendOf(blend.mode);
  for (int y = first_row_; y < end_row_; ++y) {
    PixelRange& range = touched_[std::size_t(y - first_row_)];
    if (range.begin >= range.end) continue;
    resolve(y);
    row_blend(canvas.row(y), row(y), range, blend.factor,
              blend.clip ? blend.clip->row(y) : nullptr);
    std::fill(row(y) + 4 * range.begin, row(y) + 4 * range.end, std::uint16_t{0});
    range = untouched;
  }
}

}  // namespace vide::detail
