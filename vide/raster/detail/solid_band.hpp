// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "vide/raster/canvas.hpp"
#include "vide/raster/detail/band.hpp"
#include "vide/raster/detail/solid_face.hpp"

namespace vide::detail {

// Some rows of the canvas while surfaces are painted on them: every pixel keeps the depth and the
// colour of its samples.
class SolidBand {
 public:
  // Rows a band has on a canvas of this width, so that it stays in the processor's cache.
  static int rowsFor(int width);

  // Which part of a face is painted.
  enum class Pass {
    solid,        // what covers all behind it
    see_through,  // the rest; farther faces first
  };

  // Moves to the rows [first, end) of the canvas, with nothing painted.
  void moveTo(int first_row, int end_row, int width);
  void paint(const SolidFace& face, Pass pass);
  void layOver(Canvas& canvas) const;

 private:
  struct Pixel {
    float depth[samples_per_pixel];
    std::uint16_t color[4 * samples_per_pixel];  // premultiplied
  };

  Pixel& pixelAt(int x, int y);
  // Of those samples of a pixel the ones that the face is nearest at so far.
  struct Seen {
    Pixel* pixel;
    std::uint32_t samples = 0;
    float depth[samples_per_pixel] = {};
  };
  Seen nearest(const Affine1& depth, int x, int y, std::uint32_t samples);
  static void paintPixel(const Seen& seen, Float4 color, Pass pass);

  int first_row_ = 0;
  int end_row_ = 0;
  int width_ = 0;
  std::vector<Pixel> pixels_;
  std::vector<std::uint8_t> is_used_;  // per pixel; others hold what an older band left
};

}  // namespace vide::detail
