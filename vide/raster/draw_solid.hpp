// SPDX-License-Identifier: MIT
#pragma once

// Paints surfaces in space: textured, lit triangles, of which the nearest shows.
//
// - Seen along -z without perspective: x and y go through the camera, larger z is nearer.
// - Both sides are drawn. The outside is where the normals point, else where the triangles are
//   counter-clockwise; a side seen from within is lit as if it faced the viewer.
// - Light is fixed to the viewer: a soft lamp from the upper left, a weak one from the right, and
//   more light from above than from below. It multiplies sRGB values by up to one.
// - A pixel has 16 sample points, at each of which depth decides by itself: edges are smooth, also
//   where surfaces cut through each other. Which triangle holds a point on an edge is decided by
//   integers, so neighbours leave no crack. Colour and light are worked out once for each triangle
//   and pixel.
// - Texture coordinates repeat the picture; it is read bilinearly from the mip level whose texels
//   are about as large as a pixel.
// - See-through surfaces are painted over what lies behind them, back to front by the middles of
//   their triangles; those that cut through one another may show in the wrong order.
// - The bytes depend neither on the number of threads nor on the target.
//
// A triangle with a vertex that is not finite is not drawn.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/core/vec.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/texture.hpp"

namespace vide {

// What the alpha of a surface's picture, colours and opacity means.
enum class SolidAlpha : std::uint8_t {
  blend,   // how much of it covers what lies behind
  mask,    // less than `alpha_cutoff` is a hole, all else covers
  opaque,  // nothing
};

struct SolidDraw {
  std::span<const float> positions;  // x, y, z per vertex, in the view
  // As many numbers, towards the outside, of length 1 or 0; none: every triangle is even.
  std::span<const float> normals;
  std::span<const Vec2f> uv;         // per vertex, (0, 0) the picture's top-left corner, v down
  std::span<const Color> colors;     // per vertex: factors, straight; none: white
  std::span<const int> triangles;    // three vertices each
  const Texture* texture = nullptr;  // none: white
  Tint tint = {};
  float opacity = 1;  // 0..1
  SolidAlpha alpha = SolidAlpha::blend;
  float alpha_cutoff = 0.5f;  // 0..1
  bool is_lit = true;
  // The triangles' edges, drawn on the surface and hidden with it; width in pixels, > 0. Lines fade
  // where triangles are hardly larger than they.
  std::optional<Color> wire;
  float wire_width = 1;
};

// Scratch: one per thread that draws. It grows to the largest drawing it has seen.
class SolidContext {
 public:
  SolidContext();
  ~SolidContext();
  SolidContext(SolidContext&&) noexcept;
  SolidContext& operator=(SolidContext&&) noexcept;

  // Asked often while this context draws: once it is cancelled, what is drawn is left unfinished.
  void stopWhen(Progress progress) { progress_ = std::move(progress); }
  const Progress& progress() const { return progress_; }

  struct Scratch;
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
  Progress progress_;
};

// Whether a surface may be drawn: sizes that fit together, indices in range, opacity, tint and
// alpha_cutoff in 0..1, wires with a width. Needed once; moving the numbers afterwards needs no new
// check.
Result<void> validate(const SolidDraw& draw);

// Paints the surfaces over what the canvas shows. They must be valid.
void drawSolids(Canvas& canvas, const Camera2D& camera, std::span<const SolidDraw> draws,
                SolidContext& context, ThreadPool* pool = nullptr) noexcept;

}  // namespace vide
