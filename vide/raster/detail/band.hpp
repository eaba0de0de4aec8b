// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "vide/core/blend_mode.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/detail/pixel.hpp"
#include "vide/raster/detail/screen_mesh.hpp"

namespace vide::detail {

inline constexpr int samples_per_pixel = 16;
// Places of the samples within a pixel, in subpixels from its centre: each row and each column of
// the 16 x 16 grid holds one, so that edges along the axes get all their steps.
inline constexpr int sample_x[samples_per_pixel] = {-120, -104, -88, -72, -56, -40, -24, -8,
                                                    8,    24,   40,  56,  72,  88,  104, 120};
inline constexpr int sample_y[samples_per_pixel] = {-24, 72,  -88, 8,    104, -56, 40,  -120,
                                                    120, -40, 56,  -104, -8,  88,  -72, 24};

// How a layer is laid over the canvas: every value of it times `factor`, then times the clip.
struct LayerBlend {
  BlendMode mode = BlendMode::normal;
  Float4 factor = {1, 1, 1, 1};
  const Canvas* clip = nullptr;
};

struct PixelRange {
  int begin = 0, end = 0;
};

// Some rows of a layer while it is being painted. Pixels that an outline crosses are marked and
// keep their 16 samples apart until the layer is complete; all others are one colour.
//
// Between drawings everything is transparent and unmarked: laying a row over the canvas cleans it.
class Band {
 public:
  // Rows a band has on a canvas of this width, so that it stays in the processor's cache.
  static int rowsFor(int width);

  // Grows to `width` and moves to the rows [first, end) of the canvas.
  void moveTo(int first_row, int end_row, int width);
  int firstRow() const { return first_row_; }
  int endRow() const { return end_row_; }
  int width() const { return width_; }

  // Marks the pixels an edge touches.
  void mark(const ScreenEdge& edge);

  std::uint16_t* row(int y) { return layer_.get() + 4 * index(0, y); }
  std::uint16_t* samples(int x, int y) {
    return samples_.get() + 4 * samples_per_pixel * std::size_t(slot_[index(x, y)]);
  }
  // The first marked or unmarked pixel of [x, end) in row y, or `end`.
  int nextMarked(int x, int end, int y) const { return find(x, end, y, 0); }
  int nextUnmarked(int x, int end, int y) const { return find(x, end, y, ~std::uint64_t{0}); }

  // Says that pixels of this range have been painted.
  void touch(int y, PixelRange range) {
    PixelRange& r = touched_[std::size_t(y - first_row_)];
    if (range.begin < r.begin) r.begin = range.begin;
    if (range.end > r.end) r.end = range.end;
  }

  void layOver(Canvas& canvas, const LayerBlend& blend);

 private:
  std::size_t index(int x, int y) const {
    return std::size_t(y - first_row_) * std::size_t(width_) + std::size_t(x);
  }
  std::uint64_t* marks(int y) {
    return marks_.data() + std::size_t(y - first_row_) * words_per_row_;
  }
  const std::uint64_t* marks(int y) const {
    return marks_.data() + std::size_t(y - first_row_) * words_per_row_;
  }
  int find(int x, int end, int y, std::uint64_t flip) const;
  void markRange(int y, PixelRange range);
  void resolve(int y);

  int first_row_ = 0;
  int end_row_ = 0;
  int width_ = 0;
  std::size_t words_per_row_ = 0;
  std::size_t capacity_ = 0;  // pixels
  std::uint32_t used_slots_ = 0;
  std::unique_ptr<std::uint16_t[]> layer_;
  // Room for the worst case is reserved but its memory is only touched where outlines run.
  std::unique_ptr<std::uint16_t[]> samples_;
  std::unique_ptr<std::uint32_t[]> slot_;
  std::vector<std::uint64_t> marks_;  // a bit per pixel
  std::vector<PixelRange> touched_;   // per row
};

inline int Band::find(int x, int end, int y, std::uint64_t flip) const {
  const std::uint64_t* row = marks(y);
  while (x < end) {
    const std::uint64_t bits = (row[x / 64] ^ flip) >> (x % 64);
    if (bits != 0) {
      x += std::countr_zero(bits);
      return x < end ? x : end;
    }
    x += 64 - x % 64;
  }
  return end;
}

}  // namespace vide::detail
