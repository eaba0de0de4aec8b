// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "vide/raster/detail/band.hpp"
#include "vide/raster/detail/edge_function.hpp"

namespace vide::detail {

// The three edges of one triangle, asked row by row.
class TriangleCover {
 public:
  TriangleCover(const ScreenMesh& mesh, const ScreenTriangle& triangle, int width);

  // Goes to a row of the canvas.
  void setRow(int y);
  // The pixels of the row whose centre the triangle holds.
  PixelRange centers() const { return range(0); }
  // The pixels of the row that hold any point of the triangle, and perhaps a few more.
  PixelRange touched() const { return range(1); }
  // All pixels of the canvas's width that a row could touch.
  PixelRange columns() const { return columns_; }
  // Which of a pixel's samples the triangle holds, a bit each.
  std::uint32_t samples(int x) const;

 private:
  struct Edge {
    EdgeFunction f;
    std::int64_t step = 0;   // from one pixel to its right neighbour
    std::int64_t reach = 0;  // most that a point of a pixel differs from its centre
    std::int64_t value = 0;  // at the centre of the row's pixel 0
  };

  PixelRange range(std::int64_t reaches) const;
  static void narrow(PixelRange& range, const Edge& edge, std::int64_t value);

  Edge edges_[3];
  PixelRange columns_;
};

// The fillers paint with a Shader, which gives colours of 0..65535:
//   at(x, y) -> Float4         the colour at the centre of a pixel
//   paint(out, x, y, count)    paints `count` pixels from x on over out[0], out[4], ...

// A row in which some pixels keep their samples apart.
template <class Shader>
void paintMixedRow(Band& band, const TriangleCover& cover, PixelRange inner, int y,
                   const Shader& shader) {
  if (inner.begin < inner.end) band.touch(y, inner);
  for (int x = band.nextUnmarked(inner.begin, inner.end, y); x < inner.end;) {
    const int end = band.nextMarked(x, inner.end, y);
    shader.paint(band.row(y) + 4 * x, x, y, end - x);
    x = band.nextUnmarked(end, inner.end, y);
  }
  const PixelRange outer = cover.touched();
  for (int x = band.nextMarked(outer.begin, outer.end, y); x < outer.end;
       x = band.nextMarked(x + 1, outer.end, y)) {
    const std::uint32_t covered = cover.samples(x);
    if (covered == 0) continue;
    const Float4 color = shader.at(x, y);
    std::uint16_t* samples = band.samples(x, y);
    for (std::uint32_t rest = covered; rest != 0; rest &= rest - 1) {
      paintOver(samples + 4 * std::countr_zero(rest), color);
    }
  }
}

// Paints the part of a triangle that lies in the band.
template <class Shader>
void fillTriangle(Band& band, const ScreenMesh& mesh, const ScreenTriangle& triangle,
                  const Shader& shader) {
  TriangleCover cover(mesh, triangle, band.width());
  const PixelRange columns = cover.columns();
  const int end_row = std::min(triangle.end_row, band.endRow());
  for (int y = std::max(triangle.first_row, band.firstRow()); y < end_row; ++y) {
    cover.setRow(y);
    PixelRange inner = cover.centers();
    if (band.nextMarked(columns.begin, columns.end, y) == columns.end) {
      if (inner.begin >= inner.end) continue;
      band.touch(y, inner);
      shader.paint(band.row(y) + 4 * inner.begin, inner.begin, y, inner.end - inner.begin);
      continue;
    }
    paintMixedRow(band, cover, inner, y, shader);
  }
}

}  // namespace vide::detail
