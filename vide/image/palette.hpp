// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "vide/core/color.hpp"
#include "vide/image/image.hpp"

namespace vide {

// The opaque colours, at most `count` (1..256), that stand best for the opaque pixels (alpha >=
// 128) of all the pictures together. Pictures with no more colours than that get exactly theirs,
// sorted.
//
// Otherwise: histogram of 32 768 cells, boxes split at the mean of their widest axis where the
// error is largest (X. Wu, "Efficient statistical computations for optimal color quantization",
// Graphics Gems II, 1991), then a few rounds of k-means. Rare colours count for more than their
// share, so that a small red mouth keeps its red. Deterministic; empty pictures give one black
// entry.
std::vector<Color> choosePalette(std::span<const Image> pictures, int count);

// Finds the nearest palette entry of any colour with one look-up. A colour that is in the palette
// finds itself; for others the answer may be off by the width of a cell of 4 levels.
class PaletteMap {
 public:
  // `palette` has 1..256 entries.
  explicit PaletteMap(std::vector<Color> palette);

  std::span<const Color> palette() const { return palette_; }
  std::uint8_t nearest(Color color) const {
    const std::uint16_t entry = cells_[cellOf(color)];
    return entry < 256 ? static_cast<std::uint8_t>(entry) : nearestInCrowd(entry - 256u, color);
  }
  // The typical distance between neighbouring entries, in levels: what dithering has to bridge.
  int spacing() const { return spacing_; }

 private:
  static std::size_t cellOf(Color c) {
    return std::size_t(c.r >> 2) << 12 | std::size_t(c.g >> 2) << 6 | std::size_t(c.b >> 2);
  }
  std::uint8_t nearestInCrowd(std::size_t crowd, Color color) const;

  std::vector<Color> palette_;
  std::vector<std::uint16_t> cells_;               // palette index, or 256 + index into crowds_
  std::vector<std::vector<std::uint8_t>> crowds_;  // candidates of cells that hold palette entries
  int spacing_ = 0;
};

}  // namespace vide
