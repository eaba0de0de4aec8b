// SPDX-License-Identifier: MIT
#include "vide/raster/detail/solid_band.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "vide/raster/detail/face_shading.hpp"
#include "vide/raster/detail/fill.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t band_bytes = std::size_t{1} << 20;
constexpr float nothing_behind = -std::numeric_limits<float>::infinity();
constexpr float covering = full * 0.995f;  // alpha from which nothing shows through

// The pixel's colour as the draw's use of alpha has it: transparent black where there is a hole.
Float4 covered(Float4 color, const SolidDraw& draw) {
  if (draw.alpha == SolidAlpha::blend) return color;
  const float alpha = color[3];
  if (draw.alpha == SolidAlpha::mask && alpha < draw.alpha_cutoff * full) return splat(0);
  if (alpha > 0) color *= splat(full / alpha);
  color[3] = full;
  return minimum(color, splat(full));
}

}  // namespace

int SolidBand::rowsFor(int width) {
  const std::size_t row = sizeof(Pixel) * std::size_t(std::max(width, 1));
  return int(std::clamp<std::size_t>(band_bytes / row, 1, 64));
}

void SolidBand::moveTo(int first_row, int end_row, int width) {
  first_row_ = first_row;
  end_row_ = end_row;
  width_ = width;
  const std::size_t count = std::size_t(end_row - first_row) * std::size_t(width);
  if (pixels_.size() < count) pixels_.resize(count);
  is_used_.assign(count, 0);
}

SolidBand::Pixel& SolidBand::pixelAt(int x, int y) {
  const std::size_t index = std::size_t(y - first_row_) * std::size_t(width_) + std::size_t(x);
  Pixel& pixel = pixels_[index];
  if (is_used_[index] == 0) {
    is_used_[index] = 1;
    std::ranges::fill(pixel.depth, nothing_behind);
    std::ranges::fill(pixel.color, std::uint16_t{0});
  }
  return pixel;
}

void SolidBand::paint(const SolidFace& face, Pass pass) {
  const ScreenTriangle& triangle = face.triangle();
  std::optional<FaceShading> shading;
  TriangleCover cover(face.mesh(), triangle, width_);
  const int end_row = std::min(triangle.end_row, end_row_);
  for (int y = std::max(triangle.first_row, first_row_); y < end_row; ++y) {
    cover.setRow(y);
    const PixelRange touched = cover.touched();
    for (int x = touched.begin; x < touched.end; ++x) {
      const std::uint32_t samples = cover.samples(x);
      if (samples == 0) continue;
      const Seen seen = nearest(face.depth(), x, y, samples);
      if (seen.samples == 0) continue;
      if (!shading) shading.emplace(face);
      paintPixel(seen, covered(shading->colorAt(x, y), face.draw()), pass);
    }
  }
}

SolidBand::Seen SolidBand::nearest(const Affine1& depth, int x, int y, std::uint32_t samples) {
  Seen seen{.pixel = &pixelAt(x, y)};
  const double center = depth.at(x + 0.5, y + 0.5);
  for (int s = 0; s < samples_per_pixel; ++s) {
    seen.depth[s] = float(center + (depth.dx * sample_x[s] + depth.dy * sample_y[s]) / subpixels);
    seen.samples |= std::uint32_t(seen.depth[s] > seen.pixel->depth[s]) << s;
  }
  seen.samples &= samples;
  return seen;
}

void SolidBand::paintPixel(const Seen& seen, Float4 color, Pass pass) {
  const bool is_solid = color[3] >= covering;
  if (color[3] <= 0 || is_solid != (pass == Pass::solid)) return;
  for (std::uint32_t rest = seen.samples; rest != 0; rest &= rest - 1) {
    const int s = std::countr_zero(rest);
    if (is_solid) {
      storePixel(seen.pixel->color + 4 * s, color);
      seen.pixel->depth[s] = seen.depth[s];
    } else {
      paintOver(seen.pixel->color + 4 * s, color);
    }
  }
}

void SolidBand::layOver(Canvas& canvas) const {
  constexpr float share = 1.0f / samples_per_pixel;
  for (int y = first_row_; y < end_row_; ++y) {
    std::uint16_t* row = canvas.row(y);
    const std::size_t start = std::size_t(y - first_row_) * std::size_t(width_);
    for (int x = 0; x < width_; ++x) {
      if (is_used_[start + std::size_t(x)] == 0) continue;
      const Pixel& pixel = pixels_[start + std::size_t(x)];
      Float4 sum = splat(0);
      for (int s = 0; s < samples_per_pixel; ++s) sum += loadPixel(pixel.color + 4 * s);
      paintOver(row + 4 * x, sum * splat(share));
    }
  }
}

}  // namespace vide::detail
